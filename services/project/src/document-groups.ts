import {
  CATEGORY_GROUP_OF,
  isDocumentCategory,
  sheetKindOf,
  type CategoryGroup,
} from '@symbio/proto/document/vocabulary';

/** Unknown categories count as `other`. */
export const groupOf = (category: string): CategoryGroup =>
  CATEGORY_GROUP_OF[isDocumentCategory(category) ? category : 'other'];

/** Whether a category's documents are split into pages: then work is done only when the pages are ready. */
export const isPaged = (category: string): boolean => sheetKindOf(category) !== undefined;
