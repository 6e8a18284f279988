import {
  CATEGORY_GROUP_OF,
  isDocumentCategory,
  sheetKindOf,
  type CategoryGroup,
} from '@symbio/proto/document/vocabulary';

/** The group of a category; a category that is not known yet counts as `other` does. */
export const groupOf = (category: string): CategoryGroup =>
  CATEGORY_GROUP_OF[isDocumentCategory(category) ? category : 'other'];

/** Whether a category's sheets are made into pages: with them the work is done only when the pages are there. */
export const isPaged = (category: string): boolean => sheetKindOf(category) !== undefined;
