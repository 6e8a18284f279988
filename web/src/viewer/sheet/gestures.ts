import type { AnnotationLayer } from '../annotations/layer.js';
import type { AnnotationCoordinates, AnnotationType, ShownAnnotation } from '../../evidence/annotation-records.js';
import { changing, IDLE, isUnderWay, nextDrawing } from '../edits/drawing.js';
import type { DrawingEffect, DrawingInput, DrawingState, MeasuredLine, Placed, SheetTool } from '../edits/drawing.js';
import { handleAt, handleCursor } from '../edits/shape-handles.js';
import type { Handle } from '../edits/shape-handles.js';
import type { Sheet } from '../../evidence/page-records.js';
import { centreOf, isLargeEnough, isOnSheet } from './geometry.js';
import type { GreyPicture } from '../snapping/outline-at.js';
import { linesNear, type LinesNear } from '../snapping/lines-near.js';
import { snappedPlace, withSnappedEdges } from '../snapping/snapped-edges.js';
import { snappedShape } from '../snapping/snapped-shape.js';
import type { Point } from './geometry.js';
import { isTouch } from './pointer.js';
import { samePlace, toScreen } from './transform.js';
import type { SheetTransform } from './transform.js';
import type { ZoomEnd } from './zoom.js';

/** What a person did on the sheet. Coordinates in image pixels. */
export interface SheetEvents {
  onSelect(keys: readonly string[]): void;
  onCreate(type: AnnotationType, coordinates: AnnotationCoordinates): void;
  onMove(placed: readonly Placed[]): void;
  onResize(key: string, coordinates: AnnotationCoordinates): void;
  onOpen(key: string): void;
  /** A finger began to choose annotations with this one. */
  onChoose(key: string): void;
  /** What was drawn is not as it must be, in a sentence. */
  onRefuse(sentence: string): void;
  /** A line was measured; null: it is not asked for any more. */
  onMeasure(line: MeasuredLine | null): void;
  onLoading(loading: boolean): void;
  /** Zooming has come to an end of its range, or has left it. */
  onZoomEnd(end: ZoomEnd): void;
  /** In each frame in which the sheet moved. */
  onPlaced(transform: SheetTransform): void;
}

/** What the sheet shows and what may be done on it; everything React decides. */
export interface SheetView {
  annotations: readonly ShownAnnotation[];
  /** In the order in which they were selected. */
  selectedKeys: readonly string[];
  tool: SheetTool;
  mayDraw: boolean;
  /** whether a click draws the outline under it, and what is dragged keeps to lines of the picture */
  snaps: boolean;
  /** whether a finger draws and moves instead of panning */
  touchDraws: boolean;
  /** whether a tap chooses one annotation more, or not any more */
  chooses: boolean;
  /** whether this annotation may be moved (and deleted) by this person */
  isEditable(annotation: ShownAnnotation): boolean;
}

/** CSS pixels around a shape within which a press still means it, and around the middle of a handle. */
const PICK_TOLERANCE = { mouse: 4, touch: 12 };
const HANDLE_TOLERANCE = { mouse: 9, touch: 22 };

/** CSS pixels around a corner of the polygon being drawn within which a press closes it. */
const CORNER_TOLERANCE = { mouse: 8, touch: 22 };

/** What keeps to lines of the picture. */
const SNAPPING: ReadonlySet<DrawingState['kind']> = new Set(['pressed', 'reshaping', 'drawing', 'dragging']);
type DrawingSnap = Extract<DrawingInput, { kind: 'move' | 'release' }>['snap'];

/** Why a click with snapping draws nothing. */
const NO_OUTLINE =
  'No closed outline is drawn around this place, or not all of it is in view. Zoom in or out, or switch snapping off (S) and draw it.';

/** What gestures look at. */
interface GestureScene {
  readonly view: SheetView;
  readonly sheet: Sheet | null;
  readonly transform: SheetTransform;
  toImage(screen: Point): Point;
  /** What is seen of the sheet, in grey; null where the browser does not hand it out. */
  greyPicture(): GreyPicture | null;
  /** Where an event lies, in CSS pixels of the host. */
  screenPoint(event: MouseEvent): Point;
}

/** The gesture under way on a sheet: what a press means, what is shown meanwhile, and what comes of it. */
export class SheetGestures {
  private drawing: DrawingState = IDLE;
  private measured: MeasuredLine | null = null;
  /** The press before may have closed a polygon. */
  private hasClosed = false;
  /** What a press means, done when the button is lifted. */
  private later: (() => void) | null = null;
  /** Lines of what is seen, while an edge, a corner or a shape is dragged over it. */
  private lines: { near: LinesNear; transform: SheetTransform } | null = null;

  constructor(
    private readonly scene: GestureScene,
    private readonly layer: AnnotationLayer,
    private readonly events: SheetEvents,
    /** Called after every step. */
    private readonly onStep: () => void,
  ) {}

  /** Whether a polygon is being drawn, corner by corner. */
  get isOutlining(): boolean {
    return this.drawing.kind === 'outlining';
  }

  /** Whether something is being drawn, moved, resized or framed. */
  get isUnderWay(): boolean {
    return isUnderWay(this.drawing);
  }

  /** What a press on the sheet begins; null for a finger that may only pan and tap. */
  pressed(event: PointerEvent, screen: Point): DrawingInput | null {
    const { view, sheet } = this.scene;
    if (!sheet) return null;
    const isMeasuring = view.tool === 'measure';
    const handle = isMeasuring || this.isOutlining ? null : this.handleUnder(event);
    const selected = this.layer.get(this.onlyKey);
    // Ctrl draws over what is there: a tank inside a yard
    const isOver = event.ctrlKey || event.metaKey || isMeasuring || this.isOutlining;
    const target = handle ? selected : isOver ? null : this.pick(event);
    if (isTouch(event) && view.chooses) return null;
    if (isTouch(event) && handle === null && !view.touchDraws && !isMeasuring) return null;
    if (isMeasuring) this.measure(null);
    // with the polygon's tool a press is a corner at once, where it is not the outline
    const isCorner = view.tool === 'polygon' && !this.isOutlining && !target && !event.shiftKey && view.mayDraw;
    if (isCorner && view.snaps) {
      this.later = () => this.snap(screen, 'polygon');
      return { kind: 'move', point: this.scene.toImage(screen), screen };
    }
    this.hasClosed = this.isOutlining;
    const point = this.scene.toImage(screen);
    return {
      kind: 'press',
      point,
      screen,
      target: target && {
        key: target.key,
        coordinates: target.coordinates,
        movable: view.isEditable(target),
        ...(this.isOneOfSeveral(target.key) && { several: this.movable() }),
      },
      handle,
      tool: view.tool,
      sheet: sheet.size,
      mayDraw: view.mayDraw && isOnSheet(point, sheet.size),
      gathers: event.shiftKey && handle === null && !isMeasuring && !this.isOutlining,
      near: this.near(event),
    };
  }

  apply(input: DrawingInput): void {
    const before = changing(this.drawing);
    const isMoved = input.kind === 'move' || input.kind === 'release';
    const { state, effects } = nextDrawing(this.drawing, isMoved ? { ...input, snap: this.edgeSnapping() } : input);
    if (!isUnderWay(state)) this.lines = null;
    this.drawing = state;
    if (changing(state).length === 0) for (const { key } of before) this.layer.setChanging(key, null);
    for (const effect of effects) {
      // the browser gives the keyboard to what is pressed: a label that wants a name takes it once the button is up
      if (input.kind === 'press' && effect.kind === 'create') this.later = () => this.take(effect);
      else this.take(effect);
    }
    this.onStep();
    if (input.kind !== 'release') return;
    const { later } = this;
    this.later = null;
    later?.();
  }

  /** What has dragged edges and moved shapes keep to lines of the picture, where snapping is on. */
  private edgeSnapping(): DrawingSnap {
    const { view, transform } = this.scene;
    if (!view.snaps || !SNAPPING.has(this.drawing.kind)) return undefined;
    return (shape, handle) => {
      if (!this.lines || !samePlace(this.lines.transform, transform)) {
        const picture = this.scene.greyPicture();
        this.lines = picture && { near: linesNear(picture), transform };
      }
      if (!this.lines) return shape;
      return handle
        ? withSnappedEdges(shape, handle, transform, this.lines.near)
        : snappedPlace(shape, transform, this.lines.near);
    };
  }

  /** The mouse moved without a button: a polygon goes on to where it is. */
  hover(screen: Point): void {
    if (this.isOutlining) this.apply({ kind: 'move', point: this.scene.toImage(screen), screen });
  }

  /** A second finger came: the person pinches. A polygon loses the corner of the first one alone. */
  interrupt(): void {
    if (this.isOutlining) this.apply({ kind: 'back' });
    else this.drop();
  }

  get hasMeasured(): boolean {
    return this.measured !== null;
  }

  /** Whether a double click only ended a polygon. */
  get isEndOfPolygon(): boolean {
    return this.hasClosed;
  }

  /** The line that was measured last is shown until something else comes. */
  measure(line: MeasuredLine | null): void {
    if (!line && !this.measured) return;
    this.measured = line;
    this.events.onMeasure(line);
    this.onStep();
  }

  /** Image pixels within which a press means a corner. */
  near(event: MouseEvent): number {
    return CORNER_TOLERANCE[isTouch(event) ? 'touch' : 'mouse'] / this.scene.transform.scale;
  }

  /** Forgets the gesture under way, without effects. */
  drop(): void {
    const changed = changing(this.drawing);
    this.lines = null;
    this.drawing = IDLE;
    this.later = null;
    for (const { key } of changed) this.layer.setChanging(key, null);
    this.onStep();
  }

  /** Forgets it if somebody else deleted what it changes; a drawing goes on whatever others do. */
  dropIfGone(): void {
    if (changing(this.drawing).some(({ key }) => !this.layer.get(key))) this.drop();
  }

  /** Shows what is drawn, changed or framed on the layer. */
  show(): void {
    const { drawing, layer } = this;
    const draft = drawing.kind === 'drawing' ? drawing.shape : null;
    layer.setDraft(drawing.kind === 'outlining' ? { points: [...drawing.corners, drawing.pointer] } : draft);
    layer.setStart(drawing.kind === 'outlining' ? (drawing.corners[0] ?? null) : null);
    layer.setLine(drawing.kind === 'measuring' ? drawing.line : this.measured);
    layer.setFrame(drawing.kind === 'framing' ? drawing.area : null);
    for (const { key, shape } of changing(drawing)) layer.setChanging(key, shape);
    layer.setMeasured(draft ?? (drawing.kind === 'reshaping' ? drawing.shape : null));
  }

  /** A finger tapped, where it does not draw. */
  tap(event: PointerEvent): void {
    const key = this.pick(event)?.key;
    if (!this.scene.view.chooses) this.events.onSelect(key === undefined ? [] : [key]);
    else if (key !== undefined) this.take({ kind: 'toggle', key });
  }

  /** A finger rests on the sheet. Answers whether it begins to choose annotations by that. */
  rest(event: PointerEvent): boolean {
    const { view } = this.scene;
    const target = view.mayDraw && !this.isOutlining && view.tool !== 'measure' ? this.pick(event) : null;
    if (!target) return false;
    if (view.chooses) this.take({ kind: 'toggle', key: target.key });
    else this.events.onChoose(target.key);
    return true;
  }

  pick(event: MouseEvent): ShownAnnotation | null {
    const tolerance = (isTouch(event) ? PICK_TOLERANCE.touch : PICK_TOLERANCE.mouse) / this.scene.transform.scale;
    return this.layer.at(this.scene.toImage(this.scene.screenPoint(event)), tolerance);
  }

  /** The cursor over the sheet; also shows the label of what lies under it. */
  cursorAt(event: MouseEvent | null): string {
    const { view, sheet, transform } = this.scene;
    if (view.tool === 'measure' || this.isOutlining) {
      this.layer.setHovered(null);
      return sheet ? 'crosshair' : 'default';
    }
    const handle = event && sheet ? this.handleUnder(event) : null;
    const placed = this.layer.handles.find((candidate) => candidate.handle === handle);
    const shape = this.onlyKey === null ? null : this.layer.coordinatesOf(this.onlyKey);
    if (placed && shape) return handleCursor(placed, toScreen(centreOf(shape), transform));
    const target = event && sheet ? this.pick(event) : null;
    this.layer.setHovered(target?.key ?? null);
    if (target) return view.isEditable(target) ? 'move' : 'pointer';
    return view.mayDraw && sheet ? 'crosshair' : 'default';
  }

  /** The selected annotation, where it is the only one. */
  private get onlyKey(): string | null {
    const { selectedKeys } = this.scene.view;
    return selectedKeys.length === 1 ? (selectedKeys[0] ?? null) : null;
  }

  private isOneOfSeveral(key: string): boolean {
    const { selectedKeys } = this.scene.view;
    return selectedKeys.length > 1 && selectedKeys.includes(key);
  }

  /** Those of the selected that the person may move. */
  private movable(): Placed[] {
    const { view } = this.scene;
    return view.selectedKeys.flatMap((key) => {
      const annotation = this.layer.get(key);
      return annotation && view.isEditable(annotation) ? [{ key, coordinates: annotation.coordinates }] : [];
    });
  }

  private take(effect: DrawingEffect): void {
    const { selectedKeys } = this.scene.view;
    switch (effect.kind) {
      case 'select':
        this.events.onSelect(effect.key === null ? [] : [effect.key]);
        return;
      case 'toggle': {
        const { key } = effect;
        const others = selectedKeys.filter((each) => each !== key);
        this.events.onSelect(others.length < selectedKeys.length ? others : [...others, key]);
        return;
      }
      case 'gather':
        this.events.onSelect([...new Set([...selectedKeys, ...this.layer.keysWithin(effect.area)])]);
        return;
      case 'create':
        this.events.onCreate(effect.type, effect.coordinates);
        return;
      case 'refuse':
        this.events.onRefuse(effect.sentence);
        return;
      case 'click':
        this.snap(effect.screen, effect.tool);
        return;
      case 'measured':
        this.measure(effect.line);
        return;
      case 'move':
        this.events.onMove(effect.placed);
        return;
      case 'resize':
        this.events.onResize(effect.key, effect.coordinates);
    }
  }

  /** Draws the outline under a click, where snapping is on. */
  private snap(screen: Point, tool: AnnotationType): void {
    const { scene } = this;
    if (!scene.view.snaps) return;
    const picture = scene.greyPicture();
    const shape = picture && snappedShape(picture, screen, tool, (point) => scene.toImage(point));
    if (shape && isLargeEnough(shape)) this.events.onCreate(tool, shape);
    else this.events.onRefuse(NO_OUTLINE);
  }

  private handleUnder(event: MouseEvent): Handle | null {
    const tolerance = isTouch(event) ? HANDLE_TOLERANCE.touch : HANDLE_TOLERANCE.mouse;
    const shape = this.onlyKey === null ? null : this.layer.coordinatesOf(this.onlyKey);
    if (!shape) return null;
    const middle = toScreen(centreOf(shape), this.scene.transform);
    return handleAt(this.layer.handles, this.scene.screenPoint(event), { tolerance, middle });
  }
}
