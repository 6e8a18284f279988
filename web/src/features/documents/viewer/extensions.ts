import type { ComponentType } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import type { SheetFrames } from '../../../viewer/sheet/frames.js';
import type { SheetDesk } from '../../../viewer/sheet/desk.js';
import type { KeyGroup } from '../../../components/keyboard-help-dialog.js';

/** Props of overlays on the sheet. */
export interface OthersProps {
  pageId: string;
  frames: SheetFrames;
  /** All annotations of the current page. */
  annotations: readonly ShownAnnotation[];
  selectedIds: readonly string[];
}

/** Additions by other features to the page-based viewer, combined in app/screens/document-viewer.tsx. */
export interface ViewerExtensions {
  /** Users who have the project open; also publishes the page shown here. */
  Presence?: ComponentType<{ documentId: string; pageId: string | null }>;
  /** Users on a page, in its list row. */
  PagePresence?: ComponentType<{ pageId: string }>;
  /** Pointers and selections of other users on this page; also publishes those of this window. */
  Others?: ComponentType<OthersProps>;
  /** Starts and ends the review of proposals. */
  ReviewButton?: ComponentType;
  /** Shown above the annotation list: the review of proposals. */
  PanelTop?: ComponentType<{ desk: SheetDesk }>;
  /** Keyboard help for these additions. */
  keys?: KeyGroup;
}

/** Whether the URL requests the review of proposals. */
export const isReviewOf = (address: URLSearchParams): boolean => address.get('review') === '1';
