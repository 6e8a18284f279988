import type { AnnotationCoordinates, AnnotationType } from '../../evidence/annotation-records.js';
import {
  centreOf,
  circleFromDrag,
  distance,
  isLargeEnough,
  isOnSheet,
  moved,
  offsetKeptOnSheet,
  rectangleFromDrag,
} from '../sheet/geometry.js';
import type { Point, Size } from '../sheet/geometry.js';
import { reshaped } from './shape-handles.js';
import type { Handle, HeldKeys } from './shape-handles.js';

/**
 * What a pointer does on the annotation layer, as data (ANN-01 to ANN-08). Image pixels throughout, except `screen`.
 *
 * idle -> pressed on empty paper -> drawing -> created, or discarded when too small
 * idle -> pressed on an annotation (it becomes selected) -> dragging -> moved
 * idle -> pressed on a handle of the selected annotation -> reshaping -> resized or turned
 */
export type DrawingState =
  | { kind: 'idle' }
  | {
      kind: 'pressed';
      press: Point;
      screen: Point;
      target: PressedAnnotation | null;
      handle: Handle | null;
      tool: AnnotationType;
      sheet: Size;
    }
  | { kind: 'drawing'; press: Point; shape: AnnotationCoordinates; tool: AnnotationType }
  | { kind: 'dragging'; press: Point; target: PressedAnnotation; shape: AnnotationCoordinates; sheet: Size }
  | {
      kind: 'reshaping';
      press: Point;
      target: PressedAnnotation;
      handle: Handle;
      shape: AnnotationCoordinates;
      sheet: Size;
    };

export interface PressedAnnotation {
  key: string;
  coordinates: AnnotationCoordinates;
  movable: boolean;
}

export type DrawingInput =
  | {
      kind: 'press';
      point: Point;
      screen: Point;
      target: PressedAnnotation | null;
      /** what was caught of the target, if not the shape itself */
      handle?: Handle | null;
      tool: AnnotationType;
      sheet: Size;
      /** whether a press beside every annotation may start a drawing */
      mayDraw: boolean;
    }
  | ({ kind: 'move' | 'release'; point: Point; screen: Point } & HeldKeys)
  | { kind: 'cancel' };

export type DrawingEffect =
  | { kind: 'select'; key: string | null }
  | { kind: 'create'; type: AnnotationType; coordinates: AnnotationCoordinates }
  | { kind: 'move' | 'resize'; key: string; coordinates: AnnotationCoordinates };

export interface DrawingStep {
  state: DrawingState;
  effects: DrawingEffect[];
}

/**
 * A pointer that travels less than this many CSS pixels clicks; it does not drag. Without it a click on a sheet seen
 * at 10% would draw: one shaky screen pixel is ten image pixels there.
 */
export const CLICK_SLOP = 3;

export const IDLE: DrawingState = { kind: 'idle' };

/** The next state for an input, and its effects. Pure. */
export function nextDrawing(state: DrawingState, input: DrawingInput): DrawingStep {
  switch (input.kind) {
    case 'press': {
      const effects: DrawingEffect[] = [{ kind: 'select', key: input.target?.key ?? null }];
      if (!input.target && !input.mayDraw) return { state: IDLE, effects };
      const { point, screen, target, handle = null, tool, sheet } = input;
      return { state: { kind: 'pressed', press: point, screen, target, handle, tool, sheet }, effects };
    }
    case 'move':
      return { state: afterMove(state, input), effects: [] };
    case 'release':
      return released(afterMove(state, input));
    case 'cancel':
      // Escape cancels the drawing or the drag first; with neither under way it clears the selection (ANN-08)
      return {
        state: IDLE,
        effects: isUnderWay(state) ? [] : [{ kind: 'select', key: null }],
      };
  }
}

/** Whether something is being drawn, moved or resized. */
export function isUnderWay(state: DrawingState): boolean {
  return state.kind === 'drawing' || state.kind === 'dragging' || state.kind === 'reshaping';
}

/** The annotation that a gesture changes, and as what it is shown meanwhile; null when none is. */
export function changing(state: DrawingState): { key: string; shape: AnnotationCoordinates } | null {
  if (state.kind !== 'dragging' && state.kind !== 'reshaping') return null;
  return { key: state.target.key, shape: state.shape };
}

function afterMove(state: DrawingState, input: { point: Point; screen: Point } & HeldKeys): DrawingState {
  const { point, screen } = input;
  switch (state.kind) {
    case 'idle':
      return state;
    case 'pressed': {
      if (distance(state.screen, screen) < CLICK_SLOP) return state;
      if (!state.target) return drawingTo(state.press, point, state.tool);
      if (state.handle && state.target.movable) {
        const { press, target, handle, sheet } = state;
        return reshapingTo(
          { kind: 'reshaping', press, target, handle, shape: target.coordinates, sheet },
          point,
          input,
        );
      }
      return state.target.movable ? draggingTo(state.press, state.target, point, state.sheet) : state;
    }
    case 'drawing':
      return drawingTo(state.press, point, state.tool);
    case 'dragging':
      return draggingTo(state.press, state.target, point, state.sheet);
    case 'reshaping':
      return reshapingTo(state, point, input);
  }
}

function reshapingTo(
  state: Extract<DrawingState, { kind: 'reshaping' }>,
  point: Point,
  held: HeldKeys,
): Extract<DrawingState, { kind: 'reshaping' }> {
  const shape = reshaped(state.target.coordinates, state.handle, { from: state.press, to: point }, held);
  // a shape whose middle has left the paper could never be picked up again
  return isOnSheet(centreOf(shape), state.sheet) ? { ...state, shape } : state;
}

function drawingTo(press: Point, point: Point, tool: AnnotationType): DrawingState {
  const shape = tool === 'ellipse' ? circleFromDrag(press, point) : rectangleFromDrag(press, point);
  return { kind: 'drawing', press, shape, tool };
}

function draggingTo(press: Point, target: PressedAnnotation, point: Point, sheet: Size): DrawingState {
  const offset = offsetKeptOnSheet(target.coordinates, { x: point.x - press.x, y: point.y - press.y }, sheet);
  return { kind: 'dragging', press, target, shape: moved(target.coordinates, offset), sheet };
}

function released(state: DrawingState): DrawingStep {
  if (state.kind === 'drawing' && isLargeEnough(state.shape)) {
    return { state: IDLE, effects: [{ kind: 'create', type: state.tool, coordinates: state.shape }] };
  }
  if (state.kind === 'dragging') {
    return { state: IDLE, effects: [{ kind: 'move', key: state.target.key, coordinates: state.shape }] };
  }
  if (state.kind === 'reshaping') {
    return { state: IDLE, effects: [{ kind: 'resize', key: state.target.key, coordinates: state.shape }] };
  }
  return { state: IDLE, effects: [] };
}
