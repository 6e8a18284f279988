import type { ComponentType } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import type { SheetFrames } from '@symbio/sheet/view/frames';
import type { SheetContext } from '../../../viewer/sheet/sheet-context.js';
import type { KeyGroup } from '../../../components/keyboard-help-dialog.js';

export interface CursorsProps {
  pageId: string;
  frames: SheetFrames;
  annotations: readonly ShownAnnotation[];
  selectedIds: readonly string[];
}

/** Additions by other features, combined in app/screens/document-viewer.tsx. */
export interface ViewerExtensions {
  /** Also publishes the page shown here. */
  Presence?: ComponentType<{ documentId: string; pageId: string | null }>;
  /** In a row of the page list. */
  PagePresence?: ComponentType<{ pageId: string }>;
  /** Pointers and selections on this page; also publishes those of this window. */
  Others?: ComponentType<CursorsProps>;
  ReviewButton?: ComponentType;
  /** Above the annotation list: the review of proposals. */
  PanelTop?: ComponentType<{ sheetContext: SheetContext }>;
  keys?: KeyGroup;
}

export const isReviewOf = (address: URLSearchParams): boolean => address.get('review') === '1';
