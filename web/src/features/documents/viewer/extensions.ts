import type { ComponentType } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import type { SheetFrames } from '../../../viewer/sheet/frames.js';
import type { SheetContext } from '../../../viewer/sheet/sheet-context.js';
import type { KeyGroup } from '../../../components/keyboard-help-dialog.js';

export interface CursorsProps {
  pageId: string;
  frames: SheetFrames;
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
  Others?: ComponentType<CursorsProps>;
  ReviewButton?: ComponentType;
  /** Shown above the annotation list: the review of proposals. */
  PanelTop?: ComponentType<{ desk: SheetContext }>;
  keys?: KeyGroup;
}

export const isReviewOf = (address: URLSearchParams): boolean => address.get('review') === '1';
