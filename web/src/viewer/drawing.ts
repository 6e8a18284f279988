import type { AnnotationCoordinates, AnnotationType } from './annotation-records.js';
import {
  circleFromDrag,
  distance,
  isLargeEnough,
  moved,
  offsetKeptOnSheet,
  rectangleFromDrag,
} from './sheet-geometry.js';
import type { Point, Size } from './sheet-geometry.js';

/**
 * What a pointer does on the annotation layer, as data (ANN-01 to ANN-08). Image pixels throughout, except `screen`.
 *
 * idle -> pressed on empty paper -> drawing -> created, or discarded when too small
 * idle -> pressed on an annotation (it becomes selected) -> dragging -> moved
 */
export type DrawingState =
  | { kind: 'idle' }
  | {
      kind: 'pressed';
      press: Point;
      screen: Point;
      target: PressedAnnotation | null;
      tool: AnnotationType;
      sheet: Size;
    }
  | { kind: 'drawing'; press: Point; shape: AnnotationCoordinates; tool: AnnotationType }
  | { kind: 'dragging'; press: Point; target: PressedAnnotation; shape: AnnotationCoordinates; sheet: Size };

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
      tool: AnnotationType;
      sheet: Size;
      /** whether a press beside every annotation may start a drawing */
      mayDraw: boolean;
    }
  | { kind: 'move'; point: Point; screen: Point }
  | { kind: 'release'; point: Point; screen: Point }
  | { kind: 'cancel' };

export type DrawingEffect =
  | { kind: 'select'; key: string | null }
  | { kind: 'create'; type: AnnotationType; coordinates: AnnotationCoordinates }
  | { kind: 'move'; key: string; coordinates: AnnotationCoordinates };

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

/** The next state for an input, and what the world must be told. Pure. */
export function nextDrawing(state: DrawingState, input: DrawingInput): DrawingStep {
  switch (input.kind) {
    case 'press': {
      const effects: DrawingEffect[] = [{ kind: 'select', key: input.target?.key ?? null }];
      if (!input.target && !input.mayDraw) return { state: IDLE, effects };
      const { point, screen, target, tool, sheet } = input;
      return { state: { kind: 'pressed', press: point, screen, target, tool, sheet }, effects };
    }
    case 'move':
      return { state: afterMove(state, input.point, input.screen), effects: [] };
    case 'release':
      return released(afterMove(state, input.point, input.screen));
    case 'cancel':
      // Escape cancels the drawing or the drag first; with neither under way it clears the selection (ANN-08)
      return {
        state: IDLE,
        effects: state.kind === 'drawing' || state.kind === 'dragging' ? [] : [{ kind: 'select', key: null }],
      };
  }
}

function afterMove(state: DrawingState, point: Point, screen: Point): DrawingState {
  switch (state.kind) {
    case 'idle':
      return state;
    case 'pressed': {
      if (distance(state.screen, screen) < CLICK_SLOP) return state;
      if (!state.target) return drawingTo(state.press, point, state.tool);
      return state.target.movable ? draggingTo(state.press, state.target, point, state.sheet) : state;
    }
    case 'drawing':
      return drawingTo(state.press, point, state.tool);
    case 'dragging':
      return draggingTo(state.press, state.target, point, state.sheet);
  }
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
  return { state: IDLE, effects: [] };
}
