import type { ReactNode, Ref } from 'react';
import type {
  AnnotationCoordinates,
  RectangleCoordinates,
  ShownAnnotation,
} from '../../evidence/annotation-records.js';
import type { MeasuredLine, SheetTool } from '../edits/drawing.js';
import type { Sheet } from '../../evidence/page-records.js';
import type { AnnotationEdits } from '../edits/use-annotation-edits.js';
import type { SheetFrames } from './frames.js';
import type { KeyGroup } from '../../components/keyboard-help-dialog.js';

/** Imperative handle of the viewer. */
export interface SheetViewerHandle {
  /** Centres an annotation. */
  focusOn(coordinates: AnnotationCoordinates): void;
  /** Centres an annotation unless it is visible. */
  reveal(coordinates: AnnotationCoordinates): void;
  /** Moves the sheet so that a panel (screen rectangle) does not cover the annotation. */
  uncover(coordinates: AnnotationCoordinates, panel: DOMRect): void;
  focus(): void;
  hasFocus(): boolean;
  /** Duplicates the selected annotations. */
  duplicate(): void;
  /** Copies the selected annotations to the clipboard. */
  copy(): void;
}

export interface SheetPicture {
  /** A new object only when its key or addresses change. */
  sheet: Sheet | null;
  /** Thumbnail, shown until the first tile. */
  thumbnailUrl: string | null;
  /** Accessible name of the picture. */
  description: string;
}

export interface SheetContent {
  annotations: readonly ShownAnnotation[];
  /** Search matches to outline; a new array only on change. */
  hits: readonly RectangleCoordinates[];
  /** Current match. */
  hit?: RectangleCoordinates | null;
  /** Formats a length by the sheet's scale; stable between renders. @param pixels of the image */
  lengthOf: (pixels: number) => string;
  /** In order of selection. */
  selectedKeys: readonly string[];
}

/** Permissions. */
export interface SheetRights {
  /** Permission to draw (ANN-02). */
  mayDraw: boolean;
  /** Whether drawing is possible now: annotations must be loaded. */
  canDraw: boolean;
  /** Permission to move and delete this annotation (OP-24). Stable between renders. */
  isEditable: (annotation: ShownAnnotation) => boolean;
}

/** View and tool settings with their setters. */
export interface SheetControls {
  tool: SheetTool;
  /** Whether a click traces the outline under it. */
  snaps: boolean;
  /** Whether annotations are hidden; then `annotations` is empty. */
  isHidden: boolean;
  isListOpen: boolean;
  /** Whether taps toggle the selection. */
  isChoosing: boolean;
  onToolChange: (tool: SheetTool) => void;
  onSnapsChange: (snaps: boolean) => void;
  onHiddenChange: (hidden: boolean) => void;
  onListOpenChange: (open: boolean) => void;
}

/** User actions besides editing annotations. */
export interface SheetActions {
  select: (keys: readonly string[]) => void;
  open: (key: string) => void;
  /** A long press starts multi-select mode with this annotation. */
  choose: (key: string) => void;
  /** A drawing was invalid. */
  refuse: (sentence: string) => void;
  /** A line was measured; null clears it. */
  measure: (line: MeasuredLine | null) => void;
  /** Focuses the label field of the selection. */
  label: () => void;
  /** Page Up (-1) and Page Down (+1). */
  turnPage: (step: -1 | 1) => void;
  /** Announces a message to screen readers. */
  announce: (sentence: string) => void;
}

export interface SheetViewerProps {
  picture: SheetPicture;
  content: SheetContent;
  rights: SheetRights;
  controls: SheetControls;
  edits: Omit<AnnotationEdits, 'relabel'>;
  actions: SheetActions;
  /** Keys of other parts of the page, for the keyboard help. */
  extraKeys?: KeyGroup;
  /** Overlay above the sheet, without pointer events. Stable between renders unless its content changes. */
  over?: (frames: SheetFrames) => ReactNode;
  /** A bar over the sheet's upper edge. */
  bar?: ReactNode;
  /** Placeholder while there is no sheet. */
  children?: ReactNode;
  ref?: Ref<SheetViewerHandle>;
}
