import type { ComponentType } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import type { SheetFrames } from '../../../viewer/sheet/frames.js';
import type { SheetDesk } from '../../../viewer/sheet/desk.js';
import type { KeyGroup } from '../../../components/keyboard-help-dialog.js';

/** What stands over the sheet may know of it. */
export interface OthersProps {
  pageId: string;
  frames: SheetFrames;
  /** All annotations of the page that are shown. */
  annotations: readonly ShownAnnotation[];
  /** Ids of those that are selected. */
  selectedIds: readonly string[];
}

/** What other features add to the page-based viewer; the app puts them together (app/screens/document-viewer.tsx). */
export interface ViewerExtensions {
  /** Who else has the project open; it also says which page this window shows. */
  Presence?: ComponentType<{ documentId: string; pageId: string | null }>;
  /** Who else looks at a page, in its row of the list. */
  PagePresence?: ComponentType<{ pageId: string }>;
  /** What others on this page point at and have selected, over the sheet; it also tells them of this window. */
  Others?: ComponentType<OthersProps>;
  /** Begins and ends the review of proposals. */
  ReviewButton?: ComponentType;
  /** What stands above the list of annotations: the review of proposals. */
  PanelTop?: ComponentType<{ desk: SheetDesk }>;
  /** Keys of these additions, for the keyboard help. */
  keys?: KeyGroup;
}

/** Whether an address asks for the review of proposals. */
export const isReviewOf = (address: URLSearchParams): boolean => address.get('review') === '1';
