import { jest } from '@jest/globals';
import { ANNOTATION_COLOURS, markOf, REJECTED_COLOUR, type SymbioAnnotation } from '../adapters/symbio.js';
import type { Ellipse } from '../geometry/shapes.js';
import { HALO_COLOUR } from './paint.js';
import { boundsOf } from '../geometry/geometry.js';
import { TilePainter } from './tile-painter.js';
import type { Painted } from './tile-painter.js';

/** With colour. */
let painted: string[];

const item = (changes: Partial<Ellipse>, record: Partial<SymbioAnnotation> = {}): Painted => {
  const coordinates = { centerX: 200, centerY: 200, radiusX: 40, radiusY: 30, theta: 0, ...changes };
  const mark = markOf({ id: 'a', key: 'a', coordinates, content: 'Tank', author_type: 'human', ...record });
  return { mark, coordinates, bounds: boundsOf(coordinates) };
};
const paint = (items: Painted[], scale = 1): string[] => {
  const painting = new TilePainter(
    () => items,
    () =>
      new Map(
        items
          .filter(({ mark }) => mark.label !== 'no room')
          .map((item) => [item, { x: item.bounds.x, y: item.bounds.y - 20, width: item.bounds.width, height: 16 }]),
      ),
  ).begin({
    items,
    at: { scale, x: 0, y: 0, rotation: 0 },
    ratio: 1,
    side: 512,
  });
  if (!painting) throw new Error('nothing to paint on');
  while (!painting.isDone) painting.paint(1);
  return painted;
};

beforeEach(() => {
  painted = [];
  const context = {
    strokeStyle: '',
    fillStyle: '',
    setTransform: () => undefined,
    beginPath: () => undefined,
    ellipse: () => undefined,
    rect: () => undefined,
    setLineDash: (dash: number[]) => dash.length > 0 && painted.push('dashed'),
    stroke: () => painted.push(`line ${context.strokeStyle}`),
    fillRect: () => painted.push(`dot ${context.fillStyle}`),
    strokeText: () => undefined,
    fillText: (text: string) => painted.push(`${text} ${context.fillStyle}`),
  };
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as null);
});

const { human, ai_agent } = ANNOTATION_COLOURS;

describe('a tile of annotations', () => {
  it('shows each in the colour of its author, on a halo, and all labels above all outlines (ANN-09, ANN-10)', () => {
    expect(paint([item({}), item({ centerX: 300 }, { author_type: 'ai_agent', content: '' })])).toEqual([
      `line ${HALO_COLOUR}`,
      `line ${human}`,
      `line ${HALO_COLOUR}`,
      `line ${ai_agent}`,
      `Tank ${human}`,
      `label ${ai_agent}`,
    ]);
  });

  it('shows a rejected proposal as a dashed trace', () => {
    const decisions = [{ verdict: 'rejected' }];
    const [dashed, line] = paint([item({}, { author_type: 'ai_agent', decisions })]);
    expect([dashed, line]).toEqual(['dashed', `line ${REJECTED_COLOUR}`]);
  });

  it('shows an annotation whose label has no room without it', () => {
    expect(paint([item({}, { content: 'no room' })])).toEqual([`line ${HALO_COLOUR}`, `line ${human}`]);
  });

  it('shows small ones without halo, and the smallest as dots', () => {
    expect(paint([item({}, { content: 'no room' })], 0.1)).toEqual([`line ${human}`]);
    painted = [];
    expect(paint([item({}, { content: 'no room' })], 0.05)).toEqual([`dot ${human}`]);
  });

  it('shows the overlapping part of a neighbour’s annotation, and nothing otherwise', () => {
    // its label extends into the tile above, its outline does not
    expect(paint([item({ centerY: 555 })])).toEqual([`Tank ${human}`]);
    painted = [];
    expect(paint([item({ centerY: 700 })])).toEqual([]);
  });
});
