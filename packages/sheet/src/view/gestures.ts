import type { MarkLayer, ExplainedWord } from '../marks/layer.js';
import type { Mark } from '../marks/mark.js';
import type { Shape, ShapeKind } from '../geometry/shapes.js';
import { changing, IDLE, isDrawingTool, isInProgress, nextDrawing } from '../drawing/drawing.js';
import type { DrawingEffect, DrawingInput, DrawingState, MeasuredLine, Placed, SheetTool } from '../drawing/drawing.js';
import { handleAt, handleCursor } from '../drawing/shape-handles.js';
import type { Handle } from '../drawing/shape-handles.js';
import type { Sheet } from './sheet.js';
import { centreOf, isLargeEnough, isOnSheet } from '../geometry/geometry.js';
import type { GreyPicture } from '../snapping/outline-at.js';
import { linesNear, type LinesNear } from '../snapping/lines-near.js';
import { snappedPlace, withSnappedEdges } from '../snapping/snapped-edges.js';
import { snappedShape } from '../snapping/snapped-shape.js';
import type { Point } from '../geometry/geometry.js';
import { isTouch } from './pointer.js';
import { samePlace, toScreen } from '../geometry/transform.js';
import type { SheetTransform } from '../geometry/transform.js';
import type { ZoomEnd } from '../geometry/zoom.js';

/** Results of gestures. Image pixels. */
export interface SheetEvents {
  onSelect(keys: readonly string[]): void;
  onCreate(type: ShapeKind, coordinates: Shape): void;
  onMove(placed: readonly Placed[]): void;
  onResize(key: string, coordinates: Shape): void;
  onOpen(key: string): void;
  /** A long press starts multi-select mode with this mark. */
  onChoose(key: string): void;
  onRefuse(sentence: string): void;
  onMeasure(line: MeasuredLine | null): void;
  /** A click with the placing tool. */
  onPlace(pixel: Point): void;
  onLoading(loading: boolean): void;
  onTilesFailing(isFailing: boolean): void;
  onZoomEnd(end: ZoomEnd): void;
  onPlaced(transform: SheetTransform): void;
}

export interface SheetView {
  marks: readonly Mark[];
  selectedKeys: readonly string[];
  tool: SheetTool;
  mayDraw: boolean;
  /** snapping: a click traces the outline under it, and drags snap to lines of the picture */
  snaps: boolean;
  touchDraws: boolean;
  /** whether a tap toggles the selection */
  chooses: boolean;
  /** whether the user may move and delete this mark */
  isEditable(key: string): boolean;
}

/** Hit tolerance around shapes and handle centres, CSS pixels. */
const PICK_TOLERANCE = { mouse: 4, touch: 12 };
const HANDLE_TOLERANCE = { mouse: 9, touch: 22 };

/** Hit tolerance around corners of the polygon being drawn, CSS pixels. */
const CORNER_TOLERANCE = { mouse: 8, touch: 22 };

const SNAPPING: ReadonlySet<DrawingState['kind']> = new Set(['pressed', 'reshaping', 'drawing', 'dragging']);
type DrawingSnap = Extract<DrawingInput, { kind: 'move' | 'release' }>['snap'];

const NO_OUTLINE =
  'No closed outline was found around this place, or part of it is out of view. Zoom in or out, or turn snapping off (S) and draw it.';

interface GestureScene {
  readonly view: SheetView;
  readonly sheet: Sheet | null;
  readonly transform: SheetTransform;
  toImage(screen: Point): Point;
  /** Visible part of the sheet in greyscale; null if the browser denies access to the pixels. */
  greyPicture(): GreyPicture | null;
  /** Event position in CSS pixels of the host. */
  screenPoint(event: MouseEvent): Point;
  wordAt(point: Point): ExplainedWord | null;
}

/** Current gesture: interprets presses, shows previews and applies results. */
export class SheetGestures {
  private drawing: DrawingState = IDLE;
  private measured: MeasuredLine | null = null;
  /** The previous press may have closed a polygon. */
  private hasClosed = false;
  /** Effect deferred until the button is released. */
  private later: (() => void) | null = null;
  /** Lines of the visible picture, cached during a drag. */
  private lines: { near: LinesNear; transform: SheetTransform } | null = null;

  constructor(
    private readonly scene: GestureScene,
    private readonly layer: MarkLayer,
    private readonly events: SheetEvents,
    private readonly onStep: () => void,
  ) {}

  get isOutlining(): boolean {
    return this.drawing.kind === 'outlining';
  }

  get isBetweenClicks(): boolean {
    const { drawing } = this;
    return drawing.kind === 'outlining' || (drawing.kind === 'measuring' && drawing.clicked !== undefined);
  }

  get isInProgress(): boolean {
    return isInProgress(this.drawing);
  }

  /** Input for a press; null for a finger that may only pan and tap. */
  pressed(event: PointerEvent, screen: Point): DrawingInput | null {
    const { view, sheet } = this.scene;
    if (!sheet) return null;
    const isMeasuring = view.tool === 'measure';
    const isPlacing = view.tool === 'place';
    const handle = isMeasuring || isPlacing || this.isOutlining ? null : this.handleUnder(event);
    const selected = this.layer.get(this.onlyKey);
    // Ctrl draws on top of existing shapes, such as a tank inside a yard
    const isOver = event.ctrlKey || event.metaKey || isMeasuring || this.isOutlining;
    const target = handle ? selected : isOver ? null : this.pick(event);
    if (isTouch(event) && view.chooses) return null;
    // a finger with the hand tool pans like any finger
    if (isTouch(event) && handle === null && (!view.touchDraws || view.tool === 'hand' || isPlacing) && !isMeasuring)
      return null;
    if (isMeasuring) this.measure(null);
    // with the polygon tool and no snapping to outlines, a press adds a corner immediately
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
        movable: view.isEditable(target.key),
        ...(this.isOneOfSeveral(target.key) && { several: this.movable() }),
      },
      handle,
      tool: view.tool,
      sheet: sheet.size,
      mayDraw: view.mayDraw && isDrawingTool(view.tool) && isOnSheet(point, sheet.size),
      gathers: event.shiftKey && handle === null && !isMeasuring && !this.isOutlining,
      near: this.near(event),
    };
  }

  apply(input: DrawingInput): void {
    const before = changing(this.drawing);
    const isMoved = input.kind === 'move' || input.kind === 'release';
    const { state, effects } = nextDrawing(this.drawing, isMoved ? { ...input, snap: this.edgeSnapping() } : input);
    if (!isInProgress(state)) this.lines = null;
    this.drawing = state;
    if (changing(state).length === 0) for (const { key } of before) this.layer.setChanging(key, null);
    for (const effect of effects) {
      // a press moves focus: the label field gets focus after the button is released
      if (input.kind === 'press' && effect.kind === 'create') this.later = () => this.perform(effect);
      else this.perform(effect);
    }
    this.onStep();
    if (input.kind !== 'release') return;
    const { later } = this;
    this.later = null;
    later?.();
  }

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

  hover(screen: Point): void {
    if (this.isBetweenClicks) this.apply({ kind: 'move', point: this.scene.toImage(screen), screen });
  }

  /** A second finger starts a pinch: removes the point that the first finger added. */
  interrupt(): void {
    if (this.isBetweenClicks) this.apply({ kind: 'back' });
    else this.drop();
  }

  get hasMeasured(): boolean {
    return this.measured !== null;
  }

  /** Whether a double click only closed a polygon. */
  get isEndOfPolygon(): boolean {
    return this.hasClosed;
  }

  /** Keeps the measured line visible until the next action. */
  measure(line: MeasuredLine | null): void {
    if (!line && !this.measured) return;
    this.measured = line;
    this.events.onMeasure(line);
    this.onStep();
  }

  /** Hit radius for corners in image pixels. */
  near(event: MouseEvent): number {
    return CORNER_TOLERANCE[isTouch(event) ? 'touch' : 'mouse'] / this.scene.transform.scale;
  }

  drop(): void {
    const changed = changing(this.drawing);
    this.lines = null;
    this.drawing = IDLE;
    this.later = null;
    for (const { key } of changed) this.layer.setChanging(key, null);
    this.onStep();
  }

  /** Abandons the gesture if another user deleted its target; drawing continues. */
  dropIfGone(): void {
    if (changing(this.drawing).some(({ key }) => !this.layer.get(key))) this.drop();
  }

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

  tap(event: PointerEvent): void {
    const { view, sheet } = this.scene;
    if (view.tool === 'place') {
      const pixel = this.scene.toImage(this.scene.screenPoint(event));
      if (sheet && isOnSheet(pixel, sheet.size)) this.events.onPlace(pixel);
      return;
    }
    const key = this.pick(event)?.key;
    if (!view.chooses) this.events.onSelect(key === undefined ? [] : [key]);
    else if (key !== undefined) this.perform({ kind: 'toggle', key });
  }

  /** Handles a long press; returns whether it starts multi-select mode. */
  rest(event: PointerEvent): boolean {
    const { view } = this.scene;
    const target =
      view.mayDraw && !this.isOutlining && !['measure', 'place'].includes(view.tool) ? this.pick(event) : null;
    if (!target) return false;
    if (view.chooses) this.perform({ kind: 'toggle', key: target.key });
    else this.events.onChoose(target.key);
    return true;
  }

  pick(event: MouseEvent): Mark | null {
    const tolerance = (isTouch(event) ? PICK_TOLERANCE.touch : PICK_TOLERANCE.mouse) / this.scene.transform.scale;
    return this.layer.at(this.scene.toImage(this.scene.screenPoint(event)), tolerance);
  }

  /** Cursor at a position; also shows the hovered label. */
  cursorAt(event: MouseEvent | null): string {
    const { view, sheet, transform } = this.scene;
    if (view.tool === 'measure' || view.tool === 'place' || this.isOutlining) {
      this.layer.setHovered(null);
      return sheet ? 'crosshair' : 'default';
    }
    const isHand = view.tool === 'hand';
    const handle = event && sheet && !isHand ? this.handleUnder(event) : null;
    const placed = this.layer.handles.find((candidate) => candidate.handle === handle);
    const shape = this.onlyKey === null ? null : this.layer.coordinatesOf(this.onlyKey);
    if (placed && shape) return handleCursor(placed, toScreen(centreOf(shape), transform));
    const target = event && sheet ? this.pick(event) : null;
    this.layer.setHovered(target?.key ?? null);
    const word =
      event && sheet && !target ? this.scene.wordAt(this.scene.toImage(this.scene.screenPoint(event))) : null;
    this.layer.setHoveredWord(word);
    if (target) return view.isEditable(target.key) && !isHand ? 'move' : 'pointer';
    if (isHand && sheet) return 'grab';
    return view.mayDraw && sheet && isDrawingTool(view.tool) ? 'crosshair' : 'default';
  }

  private get onlyKey(): string | null {
    const { selectedKeys } = this.scene.view;
    return selectedKeys.length === 1 ? (selectedKeys[0] ?? null) : null;
  }

  private isOneOfSeveral(key: string): boolean {
    const { selectedKeys } = this.scene.view;
    return selectedKeys.length > 1 && selectedKeys.includes(key);
  }

  private movable(): Placed[] {
    const { view } = this.scene;
    return view.selectedKeys.flatMap((key) => {
      const mark = this.layer.get(key);
      return mark && view.isEditable(key) ? [{ key, coordinates: mark.coordinates }] : [];
    });
  }

  private perform(effect: DrawingEffect): void {
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

  /** Draws the outline under a click, with snapping on. */
  private snap(screen: Point, tool: ShapeKind): void {
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
