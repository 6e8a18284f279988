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

/** What a page may ask of the viewer it holds. */
export interface SheetViewerHandle {
  /** Brings an annotation into the middle of the view. */
  focusOn(coordinates: AnnotationCoordinates): void;
  /** The same, unless it is in view already. */
  reveal(coordinates: AnnotationCoordinates): void;
  /** Moves the sheet so that an annotation is not under a panel that lies over it, there on the screen. */
  uncover(coordinates: AnnotationCoordinates, panel: DOMRect): void;
  /** Gives the sheet the keyboard focus. */
  focus(): void;
  /** Whether the sheet has the keyboard focus. */
  hasFocus(): boolean;
  /** Makes copies of the selected annotations beside them. */
  duplicate(): void;
  /** Copies the selected annotations, to be put on this sheet or another one. */
  copy(): void;
}

/** The sheet and what it shows. */
export interface SheetPicture {
  /** The sheet to show; a new object only when its key or addresses changed. */
  sheet: Sheet | null;
  /** A small picture of the sheet, shown until its first tile is there. */
  thumbnailUrl: string | null;
  /** What the picture shows, for people who don't see it. */
  description: string;
}

/** What lies on the sheet. */
export interface SheetContent {
  annotations: readonly ShownAnnotation[];
  /** Found words to outline; a new array only when they changed. */
  hits: readonly RectangleCoordinates[];
  /** The place among them that one has come to, if any. */
  hit?: RectangleCoordinates | null;
  /** What a length on the sheet is called, by its scale; stable between renders. @param pixels of the image */
  lengthOf: (pixels: number) => string;
  /** In the order in which they were selected. */
  selectedKeys: readonly string[];
}

/** What the person may do. */
export interface SheetRights {
  /** Whether the person may draw (ANN-02). */
  mayDraw: boolean;
  /** Whether they can at the moment: what is drawn has its place among annotations that are known. */
  canDraw: boolean;
  /** Whether this annotation may be moved and deleted by the person (OP-24). Stable between renders. */
  isEditable: (annotation: ShownAnnotation) => boolean;
}

/** How the sheet is looked at and drawn on, and how to change that. */
export interface SheetControls {
  tool: SheetTool;
  /** Whether a click draws the outline under it. */
  snaps: boolean;
  /** Whether all annotations are hidden; then `annotations` is empty. */
  isHidden: boolean;
  isListOpen: boolean;
  /** Whether taps choose annotations. */
  isChoosing: boolean;
  onToolChange: (tool: SheetTool) => void;
  onSnapsChange: (snaps: boolean) => void;
  onHiddenChange: (hidden: boolean) => void;
  onListOpenChange: (open: boolean) => void;
}

/** What the person does on the sheet, besides changing annotations. */
export interface SheetActions {
  select: (keys: readonly string[]) => void;
  open: (key: string) => void;
  /** A finger begins to choose annotations with this one. */
  choose: (key: string) => void;
  /** Something that was drawn is not as it must be. */
  refuse: (sentence: string) => void;
  /** A line was measured; null: it is not asked for any more. */
  measure: (line: MeasuredLine | null) => void;
  /** Puts the keyboard into the label of what is selected. */
  label: () => void;
  /** Page Up (-1) and Page Down (+1). */
  turnPage: (step: -1 | 1) => void;
  /** Something to say to people who don't see the sheet. */
  announce: (sentence: string) => void;
}

export interface SheetViewerProps {
  picture: SheetPicture;
  content: SheetContent;
  rights: SheetRights;
  controls: SheetControls;
  edits: Omit<AnnotationEdits, 'relabel'>;
  actions: SheetActions;
  /** Keys of what else the page offers, for the keyboard help. */
  extraKeys?: KeyGroup;
  /** What else is drawn over the sheet; it takes no pointer. Stable between renders unless what it draws changed. */
  over?: (frames: SheetFrames) => ReactNode;
  /** A bar that lies over the sheet's upper edge. */
  bar?: ReactNode;
  /** Stands in the place of the sheet while there is none. */
  children?: ReactNode;
  ref?: Ref<SheetViewerHandle>;
}
