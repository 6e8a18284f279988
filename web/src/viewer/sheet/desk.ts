import type { ShownAnnotation } from '../../evidence/annotation-records.js';

/** What a part of the side panel may know of the open sheet, and do on it. */
export interface SheetDesk {
  projectId: string;
  documentId: string;
  pageId: string;
  /** All annotations of the page, whatever is filtered or hidden. */
  annotations: readonly ShownAnnotation[];
  selected: ShownAnnotation | null;
  /** The annotation whose dialog is open. */
  openKey: string | null;
  /** Whether all annotations are hidden at the moment. */
  isHidden: boolean;
  mayEdit: (annotation: ShownAnnotation) => boolean;
  /**
   * Selects an annotation by its id or key, or none. One that is hidden is shown again.
   *
   * @param how reveal: bring it into view (the default); focus: give the sheet the keyboard
   */
  select: (idOrKey: string | null, how?: { reveal?: boolean; focus?: boolean }) => void;
  /** Opens the dialog that links an annotation to a feature. */
  open: (key: string) => void;
  /** Says something to people who don't see the sheet. */
  announce: (sentence: string) => void;
}
