import { IDLE, nextDrawing } from './drawing.js';
import type { DrawingEffect, DrawingInput, DrawingState } from './drawing.js';

const sheet = { width: 4000, height: 6000 };
type Press = Extract<DrawingInput, { kind: 'press' }>;
const near = 8;

function run(inputs: readonly DrawingInput[]): { state: DrawingState; effects: DrawingEffect[] } {
  let state = IDLE;
  const effects: DrawingEffect[] = [];
  for (const input of inputs) {
    const step = nextDrawing(state, input);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}
const at = (x: number, y: number) => ({ point: { x, y }, screen: { x, y }, near });
const press = (x: number, y: number, more: Partial<Press> = {}): DrawingInput => ({
  ...{ kind: 'press', target: null, tool: 'polygon', sheet, mayDraw: true },
  ...at(x, y),
  ...more,
});
const click = (x: number, y: number): DrawingInput[] => [press(x, y), { kind: 'release', ...at(x, y) }];
const hover = (x: number, y: number): DrawingInput => ({ kind: 'move', ...at(x, y) });
const made = [
  { kind: 'select', key: null },
  {
    kind: 'create',
    type: 'polygon',
    coordinates: {
      points: [
        { x: 100, y: 100 },
        { x: 300, y: 100 },
        { x: 300, y: 250 },
      ],
    },
  },
];
const three = [...click(100, 100), hover(200, 90), ...click(300, 100), ...click(300, 250)];

describe('drawing a polygon (ANN-01, OP-23)', () => {
  it.each([
    ['a press on its first corner', click(103, 96)],
    ['a double click', click(301, 250)],
    ['Enter', [{ kind: 'close' } as const]],
  ])('proceeds corner by corner, and is closed by %s', (_, end) => {
    const { state, effects } = run([...three, ...end]);
    expect([state, effects]).toEqual([IDLE, made]);
  });

  it('adds a corner where a finger is lifted', () => {
    const dragged: DrawingInput[] = [press(100, 100), hover(200, 100), { kind: 'release', ...at(300, 100) }];
    expect(run([...dragged, ...click(300, 250), { kind: 'close' }]).effects).toEqual(made);
  });

  it('shows where the next corner would be', () => {
    expect(run([...click(100, 100), hover(200, 90)]).state).toMatchObject({
      kind: 'outlining',
      corners: [{ x: 100, y: 100 }],
      pointer: { x: 200, y: 90 },
    });
  });

  it('removes the last corner, and ends with the first', () => {
    const wrong = [...three, ...click(50, 400), { kind: 'back' } as const, { kind: 'close' } as const];
    expect(run(wrong).effects).toEqual(made);
    expect(run([...click(100, 100), { kind: 'back' }]).state).toBe(IDLE);
  });

  it('is cancelled on Escape, and the selection stays (ANN-08)', () => {
    expect(run([...three, { kind: 'cancel' }])).toEqual({ state: IDLE, effects: [{ kind: 'select', key: null }] });
  });

  it('continues when it cannot be closed, and says why', () => {
    const two = run([...click(100, 100), ...click(300, 100), { kind: 'close' }]);
    expect(two.effects.at(-1)).toEqual({ kind: 'refuse', sentence: 'A polygon must have at least 3 points.' });
    expect(two.state.kind).toBe('outlining');
    const bow = run([
      ...click(100, 100),
      ...click(300, 300),
      ...click(300, 100),
      ...click(100, 400),
      { kind: 'close' },
    ]);
    expect(bow.effects.at(-1)).toEqual({ kind: 'refuse', sentence: 'The edges of a polygon must not cross.' });
  });

  it('is discarded when it is dot-small (ANN-03, CONST-12)', () => {
    const { state, effects } = run([
      ...[press(100, 100, { near: 1 }), press(105, 100, { near: 1 }), press(105, 104, { near: 1 })],
      { kind: 'close' },
    ]);
    expect([state, effects]).toEqual([IDLE, [{ kind: 'select', key: null }]]);
  });

  it('is not begun without permission to draw (ANN-02)', () => {
    expect(run([press(100, 100, { mayDraw: false })]).state).toBe(IDLE);
  });
});

describe('changing a polygon', () => {
  const yard = {
    key: 'yard',
    coordinates: {
      points: [
        { x: 100, y: 100 },
        { x: 300, y: 100 },
        { x: 300, y: 300 },
        { x: 100, y: 300 },
      ],
    },
    movable: true,
  };
  const drag = (handle: Press['handle'], x: number, y: number) =>
    run([
      { ...press(300, 300, { target: yard, tool: 'ellipse' }), handle } as DrawingInput,
      { kind: 'release', ...at(x, y) },
    ]).effects.at(-1);

  it('moves a corner, and turns an edge midpoint into one', () => {
    expect(drag('corner2', 350, 360)).toMatchObject({
      kind: 'resize',
      coordinates: { points: [{}, {}, { x: 350, y: 360 }, {}] },
    });
    expect(drag('edge3', 250, 300)).toMatchObject({
      kind: 'resize',
      coordinates: { points: [{}, {}, {}, {}, { x: 50, y: 200 }] },
    });
  });

  it('never lets its edges cross', () => {
    // across the opposite corner and out on the other side
    expect(drag('corner2', 200, 50)).toMatchObject({ kind: 'resize', coordinates: yard.coordinates });
  });

  it('removes the corner that is clicked with Alt, but never the third', () => {
    const altClick = (target: typeof yard) =>
      run([
        press(300, 300, { target, handle: 'corner2', tool: 'ellipse' }),
        { kind: 'release', ...at(300, 300), symmetric: true },
      ]).effects.at(-1);
    expect(altClick(yard)).toMatchObject({
      kind: 'resize',
      coordinates: {
        points: [
          { x: 100, y: 100 },
          { x: 300, y: 100 },
          { x: 100, y: 300 },
        ],
      },
    });
    const triangle = { ...yard, coordinates: { points: yard.coordinates.points.slice(0, 3) } };
    expect(altClick(triangle)).toEqual({ kind: 'select', key: 'yard' });
  });
});

describe('measuring', () => {
  it('measures a line, over annotations and without permission, and changes nothing', () => {
    const line = { from: { x: 10, y: 10 }, to: { x: 40, y: 50 } };
    expect(
      run([press(10, 10, { tool: 'measure', mayDraw: false }), hover(20, 20), { kind: 'release', ...at(40, 50) }]),
    ).toEqual({ state: IDLE, effects: [{ kind: 'measured', line }] });
    expect(run([...[press(10, 10, { tool: 'measure' })], { kind: 'release', ...at(11, 10) }]).effects).toEqual([]);
  });
});
