import { polygonFault } from '@symbio/proto/annotation/outlines';
import { isPolygon } from '../geometry/shapes.js';
import type { Shape, ShapeKind, Rectangle } from '../geometry/shapes.js';
import {
  centreOf,
  circleFromDrag,
  distance,
  isLargeEnough,
  isOnSheet,
  moved,
  offsetKeptOnSheet,
  rectangleFromDrag,
} from '../geometry/geometry.js';
import type { Point, Size } from '../geometry/geometry.js';
import type { Nudged } from './nudging.js';
import { begun, closed, lifted, pressed, withoutLast } from './outlining.js';
import type { Outlining, OutliningStep } from './outlining.js';
import { reshaped, withoutCorner } from './shape-handles.js';
import type { Handle, HeldKeys } from './shape-handles.js';

/**
 * State machine of pointer input on the mark layer (ANN-01 to ANN-08). Image pixels, except `screen`.
 *
 * - idle -> press on empty paper -> drawing -> created, or discarded when too small
 * - idle -> press on a mark (selects it) -> dragging, with the whole selection -> moved
 * - idle -> press on a handle of the selected mark -> reshaping -> resized or rotated
 * - idle -> press with the polygon tool -> outlining: one corner per press until closed
 * - idle -> press with the measuring tool -> measuring, by a drag or from click to click -> measured
 * - idle -> press with the select tool on empty paper -> selection frame
 * - idle -> press with Shift -> on a mark: toggles its selection; dragged: selection frame
 */
export type DrawingState =
  | { kind: 'idle' }
  | {
      kind: 'pressed';
      press: Point;
      screen: Point;
      target: PressedMark | null;
      handle: Handle | null;
      tool: SheetTool;
      sheet: Size;
      gathers: boolean;
    }
  | { kind: 'drawing'; press: Point; shape: Shape; tool: 'ellipse' | 'rectangle' }
  | { kind: 'dragging'; press: Point; target: PressedMark; offset: Point; sheet: Size }
  | Outlining
  | {
      kind: 'measuring';
      line: MeasuredLine;
      /** Begun by a click: the second click ends it, and `held` while its button is down. */
      clicked?: { held: boolean };
    }
  | { kind: 'framing'; press: Point; area: Rectangle }
  | {
      kind: 'reshaping';
      press: Point;
      target: PressedMark;
      handle: Handle;
      shape: Shape;
      sheet: Size;
    };

/** `hand` moves the sheet, `select` draws nothing, `place` names a pixel by a click and moves the sheet by a drag. */
export type SheetTool = ShapeKind | 'measure' | 'hand' | 'select' | 'place';

export const isDrawingTool = (tool: SheetTool): tool is ShapeKind =>
  tool === 'ellipse' || tool === 'rectangle' || tool === 'polygon';

export interface MeasuredLine {
  from: Point;
  to: Point;
}

export interface PressedMark {
  key: string;
  coordinates: Shape;
  movable: boolean;
  /** Whole selection when this one is part of several: they move together. */
  several?: readonly Placed[];
}

export interface Placed {
  key: string;
  coordinates: Shape;
}

interface Moved extends HeldKeys {
  point: Point;
  screen: Point;
  near?: number;
  /** Snaps the edge or corner at a handle, or the whole shape, to lines of the picture; absent without snapping. */
  snap?: ((shape: Shape, handle: Handle | null) => Shape) | undefined;
}

export type DrawingInput =
  | {
      kind: 'press';
      point: Point;
      screen: Point;
      target: PressedMark | null;
      handle?: Handle | null;
      tool: SheetTool;
      sheet: Size;
      /** hit radius in image pixels for corners of the polygon being drawn */
      near?: number;
      mayDraw: boolean;
      /** Shift is held: extends the selection */
      gathers?: boolean;
    }
  | ({ kind: 'move' | 'release' } & Moved)
  | { kind: 'cancel' }
  /** of the polygon being drawn: close it, remove its last corner */
  | { kind: 'close' | 'back' };

export type DrawingEffect =
  | { kind: 'select'; key: string | null }
  | { kind: 'toggle'; key: string }
  /** adds marks inside the area to the selection */
  | { kind: 'gather'; area: Rectangle }
  | { kind: 'create'; type: ShapeKind; coordinates: Shape }
  | { kind: 'refuse'; sentence: string }
  | { kind: 'measured'; line: MeasuredLine }
  /** a click on empty paper by a user with drawing permission */
  | { kind: 'click'; screen: Point; tool: ShapeKind }
  | { kind: 'move'; placed: readonly Placed[] }
  | { kind: 'resize'; key: string; coordinates: Shape };

export interface DrawingStep {
  state: DrawingState;
  effects: DrawingEffect[];
}

/** CSS pixels of travel that separate a drag from a click. At 10% zoom, one screen pixel is ten image pixels. */
export const CLICK_SLOP = 3;

export const IDLE: DrawingState = { kind: 'idle' };

/** Pure reducer: the next state and its effects. */
export function nextDrawing(state: DrawingState, input: DrawingInput): DrawingStep {
  switch (input.kind) {
    case 'press': {
      const { point, screen, target, handle = null, tool, sheet, gathers = false, near = 0 } = input;
      if (state.kind === 'outlining') return outlined(pressed(state, point, near));
      if (state.kind === 'measuring' && state.clicked)
        return {
          state: { ...state, line: { from: state.line.from, to: point }, clicked: { held: true } },
          effects: [],
        };
      // keeps the multi-selection: a move may follow
      const isQuiet = gathers || target?.several !== undefined || tool === 'measure';
      const effects: DrawingEffect[] = isQuiet ? [] : [{ kind: 'select', key: target?.key ?? null }];
      const frames = gathers || (tool === 'select' && !target);
      if (!target && !input.mayDraw && !frames && tool !== 'measure') return { state: IDLE, effects };
      if (!target && !frames && tool === 'polygon') return { state: begun(point), effects };
      return {
        state: { kind: 'pressed', press: point, screen, target, handle, tool, sheet, gathers: frames },
        effects,
      };
    }
    case 'move':
      return { state: afterMove(state, input), effects: [] };
    case 'release':
      if (state.kind === 'outlining') return outlined(lifted(state, input.point, input.near ?? 0));
      return awaitingSecondClick(state, input) ?? released(afterMove(state, input), input);
    case 'close':
      return state.kind === 'outlining' ? outlined(closed(state)) : { state, effects: [] };
    case 'back':
      if (state.kind === 'measuring' && state.clicked)
        return { state: { ...state, clicked: { held: false } }, effects: [] };
      return { state: state.kind === 'outlining' ? (withoutLast(state) ?? IDLE) : state, effects: [] };
    case 'cancel':
      // Escape first cancels a drawing or drag, else clears the selection (ANN-08)
      return {
        state: IDLE,
        effects: isInProgress(state) ? [] : [{ kind: 'select', key: null }],
      };
  }
}

const released = (state: DrawingState, { symmetric }: Moved): DrawingStep => ({
  state: IDLE,
  effects: effectsOf(state, symmetric === true),
});

/** After a click with the measuring tool, and while its second point is still at the first; else undefined. */
function awaitingSecondClick(state: DrawingState, input: Moved): DrawingStep | undefined {
  const next = afterMove(state, input);
  const from = next.kind === 'pressed' && next.tool === 'measure' ? next.press : undefined;
  if (from) return { state: { kind: 'measuring', line: { from, to: from }, clicked: { held: false } }, effects: [] };
  if (next.kind !== 'measuring' || !next.clicked) return undefined;
  const isSecond = next.clicked.held && distance(next.line.from, next.line.to) >= 1;
  return isSecond ? undefined : { state: { ...next, clicked: { held: false } }, effects: [] };
}

function outlined(step: OutliningStep): DrawingStep {
  if ('points' in step)
    return { state: IDLE, effects: [{ kind: 'create', type: 'polygon', coordinates: { points: [...step.points] } }] };
  const effects: DrawingEffect[] = step.refusal === undefined ? [] : [{ kind: 'refuse', sentence: step.refusal }];
  return { state: step.outlining ?? IDLE, effects };
}

export function isInProgress(state: DrawingState): boolean {
  return state.kind !== 'idle' && state.kind !== 'pressed';
}

/** Marks that a gesture changes, with their temporary coordinates. */
export function changing(state: DrawingState): readonly Nudged[] {
  if (state.kind === 'reshaping') return [{ key: state.target.key, shape: state.shape }];
  if (state.kind !== 'dragging') return [];
  return movedBy(state).map(({ key, coordinates }) => ({ key, shape: coordinates }));
}

const allOf = (target: PressedMark): readonly Placed[] => target.several ?? [target];

const movedBy = ({ target, offset }: Extract<DrawingState, { kind: 'dragging' }>): Placed[] =>
  allOf(target).map(({ key, coordinates }) => ({ key, coordinates: moved(coordinates, offset) }));

function afterMove(state: DrawingState, input: Moved): DrawingState {
  const { point, screen } = input;
  switch (state.kind) {
    case 'idle':
      return state;
    case 'pressed': {
      if (distance(state.screen, screen) < CLICK_SLOP) return state;
      if (state.gathers) return { kind: 'framing', press: state.press, area: rectangleFromDrag(state.press, point) };
      if (state.tool === 'measure') return { kind: 'measuring', line: { from: state.press, to: point } };
      // a polygon starts with its first press
      if (!state.target) {
        const { tool } = state;
        return tool === 'ellipse' || tool === 'rectangle' ? drawingTo(state.press, input, tool) : state;
      }
      if (state.handle && state.target.movable) {
        const { press, target, handle, sheet } = state;
        return reshapingTo({ kind: 'reshaping', press, target, handle, shape: target.coordinates, sheet }, input);
      }
      return state.target.movable ? draggingTo(state.press, state.target, input, state.sheet) : state;
    }
    case 'drawing':
      return drawingTo(state.press, input, state.tool);
    case 'outlining':
      return { ...state, pointer: point };
    case 'measuring':
      return { ...state, line: { from: state.line.from, to: point } };
    case 'framing':
      return { ...state, area: rectangleFromDrag(state.press, point) };
    case 'dragging':
      return draggingTo(state.press, state.target, input, state.sheet);
    case 'reshaping':
      return reshapingTo(state, input);
  }
}

function reshapingTo(
  state: Extract<DrawingState, { kind: 'reshaping' }>,
  input: Moved,
): Extract<DrawingState, { kind: 'reshaping' }> {
  const dragged = reshaped(state.target.coordinates, state.handle, { from: state.press, to: input.point }, input);
  // snapping one side would break the proportion or move the centre
  const shape = input.even || input.symmetric ? dragged : snapped(dragged, state.handle, input);
  // a shape whose centre is off the sheet could not be picked up again
  const isWhole = !isPolygon(shape) || polygonFault(shape.points) === undefined;
  return isWhole && isOnSheet(centreOf(shape), state.sheet) ? { ...state, shape } : state;
}

const snapped = (shape: Shape, handle: Handle | null, { free, snap }: Moved): Shape =>
  snap && free !== true ? snap(shape, handle) : shape;

function drawingTo(press: Point, input: Moved, tool: 'ellipse' | 'rectangle'): DrawingState {
  const { point } = input;
  if (tool === 'ellipse') return { kind: 'drawing', press, shape: circleFromDrag(press, point), tool };
  const corner = `${point.y < press.y ? 'n' : 's'}${point.x < press.x ? 'w' : 'e'}` as const;
  return { kind: 'drawing', press, shape: snapped(rectangleFromDrag(press, point), corner, input), tool };
}

function draggingTo(press: Point, target: PressedMark, input: Moved, sheet: Size): DrawingState {
  const dragged = moved(target.coordinates, { x: input.point.x - press.x, y: input.point.y - press.y });
  // in a multi-selection, the dragged shape snaps and the others keep their distance
  const [from, to] = [centreOf(target.coordinates), centreOf(snapped(dragged, null, input))];
  const offset = offsetOfAll(allOf(target), { x: to.x - from.x, y: to.y - from.y }, sheet);
  return { kind: 'dragging', press, target, offset, sheet };
}

/** Clamps the offset so every centre stays on the sheet. */
export function offsetOfAll(placed: readonly Pick<Placed, 'coordinates'>[], offset: Point, sheet: Size): Point {
  return placed.reduce((kept, { coordinates }) => offsetKeptOnSheet(coordinates, kept, sheet), offset);
}

/** @param takesAway Alt is held: a click on a corner removes it */
function effectsOf(state: DrawingState, takesAway: boolean): DrawingEffect[] {
  switch (state.kind) {
    case 'idle':
    case 'outlining':
      return [];
    case 'measuring':
      return [{ kind: 'measured', line: state.line }];
    case 'pressed': {
      if (!state.target) {
        const { gathers, tool, screen } = state;
        return gathers || !isDrawingTool(tool) ? [] : [{ kind: 'click', screen, tool }];
      }
      const without = takesAway && state.handle && withoutCorner(state.target.coordinates, state.handle);
      if (without && state.target.movable) return [{ kind: 'resize', key: state.target.key, coordinates: without }];
      if (state.gathers) return [{ kind: 'toggle', key: state.target.key }];
      return state.target.several && !state.handle ? [{ kind: 'select', key: state.target.key }] : [];
    }
    case 'drawing':
      return isLargeEnough(state.shape) ? [{ kind: 'create', type: state.tool, coordinates: state.shape }] : [];
    case 'dragging':
      return [{ kind: 'move', placed: movedBy(state) }];
    case 'framing':
      return [{ kind: 'gather', area: state.area }];
    case 'reshaping':
      return [{ kind: 'resize', key: state.target.key, coordinates: state.shape }];
  }
}
