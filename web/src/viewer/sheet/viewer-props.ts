import type { ReactNode, Ref } from 'react';
import type {
  AnnotationCoordinates,
  RectangleCoordinates,
  ShownAnnotation,
} from '../../evidence/annotation-records.js';
import type { MeasuredLine, SheetTool } from '@symbio/sheet/drawing/drawing';
import type { Sheet } from '../../evidence/page-records.js';
import type { AnnotationEdits } from '../edits/use-annotation-edits.js';
import type { WordBox } from '@symbio/sheet/marks/hit-layer';
import type { SheetFrames } from '@symbio/sheet/view/frames';
import type { Point } from '@symbio/sheet/geometry/geometry';
import type { KeyGroup } from '../../components/keyboard-help-dialog.js';

export interface SheetViewerHandle {
  /** @param isClose it takes 40 % of the view */
  focusOn(coordinates: AnnotationCoordinates, isClose?: boolean): void;
  reveal(coordinates: AnnotationCoordinates): void;
  /** Moves the sheet so a panel (screen rectangle) does not cover the annotation. */
  bringIntoView(coordinates: AnnotationCoordinates, panel: DOMRect): void;
  focus(): void;
  hasFocus(): boolean;
  duplicate(): void;
  copy(): void;
  /** Image pixel in the middle of the view; null off the sheet. */
  middle(): Point | null;
  /**
   * Calls the listener in each frame in which the sheet moves, with the pixel in the middle and CSS pixels per pixel.
   *
   * @returns unsubscribe
   */
  follow(listener: (middle: Point, scale: number) => void): () => void;
}

export interface SheetPicture {
  /** New object only when its key or addresses change. */
  sheet: Sheet | null;
  thumbnailUrl: string | null;
  description: string;
}

export interface SheetContent {
  annotations: readonly ShownAnnotation[];
  /** Search matches to outline; a new array only on change. */
  hits: readonly WordBox[];
  hit?: RectangleCoordinates | null;
  /** Formats a length by the sheet's scale; stable between renders. @param pixels of the image */
  lengthOf: (pixels: number) => string;
  selectedKeys: readonly string[];
  /** Explains lettering of this sheet on hover, with a legend in the toolbar; null for none. Stable. */
  meaningOf: ((text: string) => string | null) | null;
}

export interface SheetRights {
  /** Permission to draw (ANN-02). */
  mayDraw: boolean;
  /** Whether drawing is possible now: annotations must be loaded. */
  canDraw: boolean;
  /** Permission to move and delete this annotation (OP-24). Stable between renders. */
  isEditable: (annotation: ShownAnnotation) => boolean;
}

export interface SheetControls {
  tool: SheetTool;
  /** Tool to return to after measuring. */
  toolBefore: SheetTool;
  snaps: boolean;
  /** Whether annotations are hidden; then `annotations` is empty. */
  isHidden: boolean;
  isListOpen: boolean;
  isChoosing: boolean;
  onToolChange: (tool: SheetTool) => void;
  onSnapsChange: (snaps: boolean) => void;
  onHiddenChange: (hidden: boolean) => void;
  onListOpenChange: (open: boolean) => void;
}

export interface SheetActions {
  select: (keys: readonly string[]) => void;
  open: (key: string) => void;
  choose: (key: string) => void;
  refuse: (sentence: string) => void;
  measure: (line: MeasuredLine | null) => void;
  label: () => void;
  /** A click with the placing tool. @param pixel of the image */
  place?: (pixel: Point) => void;
  drawn: () => void;
  /** Page Up (-1) and Page Down (+1). */
  turnPage: (step: -1 | 1) => void;
  announce: (sentence: string) => void;
  /** Whether the picture of the sheet is drawn. Stable between renders. */
  pictured?: (isDrawn: boolean) => void;
}

export interface SheetViewerProps {
  picture: SheetPicture;
  content: SheetContent;
  rights: SheetRights;
  controls: SheetControls;
  edits: Omit<AnnotationEdits, 'relabel'>;
  actions: SheetActions;
  extraKeys?: KeyGroup;
  /** At the end of the toolbar. */
  extraTools?: ReactNode;
  /** Overlay above the sheet, without pointer events. Stable between renders unless its content changes. */
  over?: (frames: SheetFrames) => ReactNode;
  bar?: ReactNode;
  children?: ReactNode;
  ref?: Ref<SheetViewerHandle>;
}
