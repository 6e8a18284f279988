import { changing, IDLE, nextDrawing } from './drawing.js';
import type { DrawingEffect, DrawingInput, DrawingState, PressedMark } from './drawing.js';
import type { Shape, Rectangle } from '../geometry/shapes.js';
import type { Handle } from './shape-handles.js';

const sheet = { width: 4000, height: 6000 };
const tank: PressedMark = {
  key: 'tank',
  coordinates: { centerX: 100, centerY: 100, radiusX: 30, radiusY: 30, theta: 0 },
  movable: true,
};

/** One CSS pixel per image pixel. */
function run(inputs: DrawingInput[]): { state: DrawingState; effects: DrawingEffect[] } {
  let state = IDLE;
  const effects: DrawingEffect[] = [];
  for (const input of inputs) {
    const step = nextDrawing(state, input);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

function press(x: number, y: number, more: Partial<Extract<DrawingInput, { kind: 'press' }>> = {}): DrawingInput {
  const point = { x, y };
  return { kind: 'press', point, screen: point, target: null, tool: 'ellipse', sheet, mayDraw: true, ...more };
}
const move = (x: number, y: number): DrawingInput => ({ kind: 'move', point: { x, y }, screen: { x, y } });
const release = (x: number, y: number): DrawingInput => ({ kind: 'release', point: { x, y }, screen: { x, y } });
const escape: DrawingInput = { kind: 'cancel' };

describe('drawing on a sheet', () => {
  it('draws a circle by dragging on empty paper (ANN-01, ANN-03)', () => {
    const { state, effects } = run([press(200, 200), move(220, 200), release(260, 200)]);
    expect(state).toBe(IDLE);
    expect(effects).toEqual([
      { kind: 'select', key: null },
      {
        kind: 'create',
        type: 'ellipse',
        coordinates: { centerX: 200, centerY: 200, radiusX: 60, radiusY: 60, theta: 0 },
      },
    ]);
  });

  it('draws a rectangle with its tool (OP-23)', () => {
    const { effects } = run([press(200, 200, { tool: 'rectangle' }), release(300, 260)]);
    expect(effects.at(-1)).toEqual({
      kind: 'create',
      type: 'rectangle',
      coordinates: { x: 200, y: 200, width: 100, height: 60 },
    });
  });

  it('draws nothing with the select tool: a drag frames what it selects, and a click clears the selection (D-67)', () => {
    const selecting = { tool: 'select', mayDraw: false } as const;
    const framed = run([press(200, 200, selecting), move(220, 220), release(300, 260)]);
    expect(framed.effects).toEqual([
      { kind: 'select', key: null },
      { kind: 'gather', area: { x: 200, y: 200, width: 100, height: 60 } },
    ]);
    expect(run([press(200, 200, selecting), release(200, 200)]).effects).toEqual([{ kind: 'select', key: null }]);
    const dragged = run([press(100, 100, { ...selecting, target: tank }), move(150, 150), release(150, 150)]);
    expect(dragged.effects.at(-1)).toMatchObject({ kind: 'move', placed: [{ key: 'tank' }] });
  });

  it('discards a drawing of 5 image pixels or less (ANN-03, CONST-12)', () => {
    expect(run([press(200, 200), move(204, 200), release(205, 200)]).effects).toEqual([{ kind: 'select', key: null }]);
  });

  it('treats a press that hardly moves on screen as a click, however many image pixels it spans (ANN-03)', () => {
    const far: DrawingInput = { kind: 'release', point: { x: 225, y: 200 }, screen: { x: 202, y: 200 } };
    expect(run([press(200, 200), far]).effects).toEqual([
      { kind: 'select', key: null },
      { kind: 'click', screen: { x: 200, y: 200 }, tool: 'ellipse' },
    ]);
  });

  it('draws nothing without permission (ANN-02)', () => {
    const { effects } = run([press(200, 200, { mayDraw: false }), move(300, 300), release(300, 300)]);
    expect(effects).toEqual([{ kind: 'select', key: null }]);
  });

  it('selects the annotation that is pressed (ANN-04)', () => {
    const { effects } = run([press(100, 100, { target: tank }), release(100, 100)]);
    expect(effects).toEqual([{ kind: 'select', key: 'tank' }]);
  });

  it('moves the pressed annotation with the pointer and saves its centre at the end (ANN-05)', () => {
    const { effects } = run([press(110, 90, { target: tank }), move(130, 100), release(160, 140)]);
    expect(effects).toEqual([
      { kind: 'select', key: 'tank' },
      {
        kind: 'move',
        placed: [{ key: 'tank', coordinates: { centerX: 150, centerY: 150, radiusX: 30, radiusY: 30, theta: 0 } }],
      },
    ]);
  });

  it('selects but does not move an annotation that is locked (OP-24)', () => {
    const { effects } = run([press(100, 100, { target: { ...tank, movable: false } }), release(300, 300)]);
    expect(effects).toEqual([{ kind: 'select', key: 'tank' }]);
  });

  it('cancels a drawing or a drag on Escape, and keeps the selection (ANN-08)', () => {
    expect(run([press(200, 200), move(300, 300), escape, release(300, 300)]).effects).toEqual([
      { kind: 'select', key: null },
    ]);
    expect(run([press(100, 100, { target: tank }), move(300, 300), escape, release(300, 300)]).effects).toEqual([
      { kind: 'select', key: 'tank' },
    ]);
  });

  it('clears the selection on Escape when no gesture is in progress (ANN-08)', () => {
    expect(run([escape])).toEqual({ state: IDLE, effects: [{ kind: 'select', key: null }] });
  });

  it('resizes by a handle, saving once at the end', () => {
    const { state, effects } = run([
      press(130, 100, { target: tank, handle: 'e' }),
      move(140, 100),
      move(150, 100),
      release(160, 100),
    ]);
    expect(state).toBe(IDLE);
    expect(effects).toEqual([
      { kind: 'select', key: 'tank' },
      {
        kind: 'resize',
        key: 'tank',
        coordinates: { centerX: 115, centerY: 100, radiusX: 45, radiusY: 30, theta: 0 },
      },
    ]);
  });

  it('keeps the proportion while Shift is held, and only then', () => {
    const even: DrawingInput = { kind: 'move', point: { x: 160, y: 100 }, screen: { x: 160, y: 100 }, even: true };
    const held = run([press(130, 100, { target: tank, handle: 'e' }), even]);
    expect(changing(held.state)[0]?.shape).toMatchObject({ radiusX: 45, radiusY: 45 });
    const released = run([press(130, 100, { target: tank, handle: 'e' }), even, move(160, 100)]);
    expect(changing(released.state)[0]?.shape).toMatchObject({ radiusX: 45, radiusY: 30 });
  });

  it('keeps the shape when Escape cancels the resizing (ANN-08)', () => {
    const { state, effects } = run([press(130, 100, { target: tank, handle: 'e' }), move(160, 100), escape]);
    expect(state).toBe(IDLE);
    expect(effects).toEqual([{ kind: 'select', key: 'tank' }]);
  });

  it('does not resize without permission (OP-24)', () => {
    const locked = { ...tank, movable: false };
    const { state } = run([press(130, 100, { target: locked, handle: 'e' }), move(160, 100)]);
    expect(changing(state)).toEqual([]);
  });

  it('keeps the middle of a resized rectangle on the sheet', () => {
    const shed = { key: 'shed', coordinates: { x: 3900, y: 100, width: 90, height: 40 }, movable: true };
    const { state } = run([press(3990, 120, { target: shed, handle: 'e' }), move(4050, 120), move(4900, 120)]);
    expect(changing(state)[0]?.shape).toMatchObject({ x: 3900, width: 150 });
  });
});

describe('selecting several', () => {
  const shed: PressedMark = {
    key: 'shed',
    coordinates: { x: 3900, y: 100, width: 90, height: 40 },
    movable: true,
  };
  const both = [tank, shed].map(({ key, coordinates }) => ({ key, coordinates }));

  it('toggles an annotation on Shift+click; a click on empty paper changes nothing', () => {
    expect(run([press(100, 100, { target: tank, gathers: true }), release(101, 100)]).effects).toEqual([
      { kind: 'toggle', key: 'tank' },
    ]);
    expect(run([press(500, 500, { gathers: true }), release(500, 500)]).effects).toEqual([]);
  });

  it('selects by frame while Shift is held, also without permission to draw, and starts no drawing', () => {
    const { state, effects } = run([
      press(500, 500, { gathers: true, mayDraw: false }),
      move(300, 200),
      release(90, 80),
    ]);
    expect([state, effects]).toEqual([IDLE, [{ kind: 'gather', area: { x: 90, y: 80, width: 410, height: 420 } }]]);
    expect(run([press(100, 100, { target: tank, gathers: true }), move(300, 300), escape]).effects).toEqual([]);
  });

  it('moves all of them together, and none of them off the sheet', () => {
    const target = { ...tank, several: both };
    const { effects } = run([press(100, 100, { target }), move(120, 110), release(400, 110)]);
    // the shed's centre is 55 image pixels from the edge
    expect(effects).toEqual([
      {
        kind: 'move',
        placed: [
          { key: 'tank', coordinates: { centerX: 155, centerY: 110, radiusX: 30, radiusY: 30, theta: 0 } },
          { key: 'shed', coordinates: { x: 3955, y: 110, width: 90, height: 40 } },
        ],
      },
    ]);
  });

  it('selects only the clicked annotation', () => {
    const target = { ...tank, several: both };
    expect(run([press(100, 100, { target }), release(100, 100)]).effects).toEqual([{ kind: 'select', key: 'tank' }]);
  });
});

describe('snapping of edges', () => {
  const rectangle = { x: 100, y: 100, width: 80, height: 60 };
  const target = { key: 'a', coordinates: rectangle, movable: true };
  const begun = (handle: Handle) =>
    nextDrawing(IDLE, {
      ...{ kind: 'press', point: { x: 180, y: 130 }, screen: { x: 180, y: 130 }, target, handle },
      ...{ tool: 'rectangle', sheet: { width: 1000, height: 800 }, mayDraw: true },
    }).state;
  const snap = (shape: Shape, handle: Handle | null): Shape => ({
    ...(shape as Rectangle),
    width: 200,
    height: handle?.includes('s') ? 150 : (shape as Rectangle).height,
  });
  const moved = { point: { x: 250, y: 130 }, screen: { x: 250, y: 130 }, snap };

  it('applies while dragging and on release', () => {
    expect(nextDrawing(begun('e'), { kind: 'release', ...moved }).effects).toEqual([
      { kind: 'resize', key: 'a', coordinates: { ...rectangle, width: 200 } },
    ]);
  });

  it.each([{ free: true }, { even: true }, { symmetric: true }])('is disabled with %j', (held) => {
    const [effect] = nextDrawing(begun('e'), { kind: 'release', ...moved, ...held }).effects;
    expect(effect).toMatchObject({ kind: 'resize' });
    expect(effect).not.toMatchObject({ coordinates: { width: 200 } });
  });

  it('applies to drawing', () => {
    const pressed = nextDrawing(IDLE, {
      ...{ kind: 'press', point: { x: 10, y: 10 }, screen: { x: 10, y: 10 }, target: null },
      ...{ tool: 'rectangle', sheet: { width: 1000, height: 800 }, mayDraw: true },
    }).state;
    expect(nextDrawing(pressed, { kind: 'release', ...moved }).effects).toEqual([
      { kind: 'create', type: 'rectangle', coordinates: { x: 10, y: 10, width: 200, height: 150 } },
    ]);
  });
});

describe('snapping of moved shapes', () => {
  const rectangle = { x: 100, y: 100, width: 80, height: 60 };
  const other = { key: 'b', coordinates: { ...rectangle, x: 300 } };
  const target = { key: 'a', coordinates: rectangle, movable: true };
  /** Wall three pixels to the right of the shape. */
  const snap = (shape: Shape, handle: Handle | null): Shape =>
    handle === null ? { ...(shape as Rectangle), x: (shape as Rectangle).x + 3 } : shape;
  const placed = (held: PressedMark, more: object = {}) =>
    run([
      press(120, 120, { target: held }),
      { kind: 'release', point: { x: 170, y: 140 }, screen: { x: 170, y: 140 }, snap, ...more },
    ]).effects.at(-1);

  it('applies on release, and moves the rest of the selection equally', () => {
    expect(placed(target)).toEqual({
      kind: 'move',
      placed: [{ key: 'a', coordinates: { ...rectangle, x: 153, y: 120 } }],
    });
    expect(placed({ ...target, several: [target, other] })).toMatchObject({
      placed: [{ coordinates: { x: 153, y: 120 } }, { coordinates: { x: 353, y: 120 } }],
    });
  });

  it('is disabled with Ctrl', () => {
    expect(placed(target, { free: true })).toMatchObject({ placed: [{ coordinates: { x: 150, y: 120 } }] });
  });
});

describe('measuring', () => {
  const at = (x: number, y: number) => press(x, y, { tool: 'measure' });

  it('is done by a drag, or by two clicks with a line in between', () => {
    const dragged = run([at(100, 100), move(150, 100), release(300, 100)]);
    const first = run([at(100, 100), release(100, 100), move(200, 100)]);
    const clicked = run([at(100, 100), release(100, 100), move(200, 100), at(300, 100), release(300, 100)]);
    const line = { from: { x: 100, y: 100 }, to: { x: 300, y: 100 } };
    expect(dragged).toEqual({ state: IDLE, effects: [{ kind: 'measured', line }] });
    expect(first.state).toMatchObject({ kind: 'measuring', line: { to: { x: 200, y: 100 } } });
    expect(clicked).toEqual(dragged);
  });

  it('waits for the second point after a double click or a pinch, and ends with Escape', () => {
    const twice = [at(100, 100), release(100, 100), at(100, 100), release(100, 100)];
    expect(run(twice).state).toMatchObject({ kind: 'measuring', clicked: { held: false } });
    const pinched = run([at(100, 100), release(100, 100), at(250, 100), { kind: 'back' }, release(250, 100)]);
    expect([pinched.state.kind, pinched.effects]).toEqual(['measuring', []]);
    expect(run([...twice, escape]).state).toBe(IDLE);
  });
});
