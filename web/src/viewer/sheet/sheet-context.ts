import type { ShownAnnotation } from '../../evidence/annotation-records.js';

/** Access to the open sheet for parts of the side panel. */
export interface SheetContext {
  projectId: string;
  documentId: string;
  pageId: string;
  /** All annotations of the page, including filtered and hidden ones. */
  annotations: readonly ShownAnnotation[];
  selected: ShownAnnotation | null;
  openKey: string | null;
  isHidden: boolean;
  mayEdit: (annotation: ShownAnnotation) => boolean;
  /**
   * Selects an annotation by id or key, or clears the selection. Unhides a hidden one.
   *
   * @param how reveal: scroll it into view (default); focus: focus the sheet
   */
  select: (idOrKey: string | null, how?: { reveal?: boolean; focus?: boolean }) => void;
  open: (key: string) => void;
  announce: (sentence: string) => void;
}
