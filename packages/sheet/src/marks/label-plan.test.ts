import { LABELLED_FROM } from './paint.js';
import { markOf, type SymbioAnnotation } from '../adapters/symbio.js';
import type { Ellipse } from '../geometry/shapes.js';
import { byImportance, LabelPlan, labelsWithRoom, letterBox } from './label-plan.js';
import type { Labelled } from './label-plan.js';
import { boundsOf } from '../geometry/geometry.js';
import { toScreenBox } from '../geometry/transform.js';

const widthOf = (text: string): number => text.length * 10;
const circle = (key: string, place: Partial<Ellipse> = {}, record: Partial<SymbioAnnotation> = {}): Labelled => {
  const coordinates = { centerX: 500, centerY: 500, radiusX: 50, radiusY: 50, theta: 0, ...place };
  const content = key.padEnd(10, '.');
  const mark = markOf({ id: key, key, coordinates, content, author_type: 'human', ...record });
  return { mark, key, coordinates, bounds: boundsOf(coordinates) };
};
const decided = (verdict: 'accepted' | 'rejected'): Partial<SymbioAnnotation> => ({
  author_type: 'ai_agent',
  decisions: [{ verdict }],
});
const upright = (scale: number) => ({ scale, rotation: 0 }) as const;
const names = (items: Iterable<Labelled>): string[] => [...items].map(({ key }) => key).sort();

describe('the importance of a label', () => {
  it('is by status, then human before agent, then size, then age', () => {
    const ordered = [
      circle('f', { radiusX: 80, radiusY: 80 }),
      circle('c'),
      circle('d'),
      circle('b', { radiusX: 90, radiusY: 90 }, { author_type: 'ai_agent' }),
      circle('a', {}, { author_type: 'ai_agent' }),
      circle('g', {}, decided('accepted')),
      circle('e', {}, decided('rejected')),
    ];
    expect(byImportance([...ordered].reverse())).toEqual(ordered);
    expect(byImportance([...ordered.slice(3), ...ordered.slice(0, 3)])).toEqual(ordered);
  });

  it('is highest for selected annotations, then for risky ones', () => {
    const ordered = [
      { ...circle('d', {}, decided('rejected')), isSelected: true },
      circle('c', {}, { author_type: 'ai_agent', risk: 1 }),
      circle('b', { radiusX: 90, radiusY: 90 }, { risk: 4 }),
      circle('a', { radiusX: 99, radiusY: 99 }),
    ];
    expect(byImportance([...ordered].reverse())).toEqual(ordered);
  });
});

describe('the visible labels', () => {
  it('are all shown without overlap (ANN-10)', () => {
    const items = [circle('a'), circle('b', { centerX: 620 }), circle('c', { centerY: 530 })];
    expect(names(labelsWithRoom(items, upright(1), widthOf).map(({ item }) => item))).toEqual(['a', 'b', 'c']);
  });

  it('are the more important ones of overlapping labels', () => {
    const items = [circle('a'), circle('b', { centerX: 540 }), circle('c', { centerX: 620 })];
    // `b` overlaps both; `c` takes its place and does not overlap `a`
    expect(names(labelsWithRoom(items, upright(1), widthOf).map(({ item }) => item))).toEqual(['a', 'c']);
  });

  it('increase with the zoom until all are shown', () => {
    const items = Array.from({ length: 20 }, (_, index) =>
      circle(String.fromCharCode(97 + index), { centerX: 500 + 60 * index, radiusX: 200, radiusY: 200 }),
    );
    const counts = [0.1, 0.2, 0.5, 1, 2].map((scale) => labelsWithRoom(items, upright(scale), widthOf).length);
    expect(counts).toEqual([2, 3, 5, 10, 20]);
  });

  it.each([0, 90, 180, 270] as const)(
    'never lie over each other or leave the sheet, with the sheet turned by %p degrees',
    (rotation) => {
      // pseudo-random positions, the same in each run
      const items = byImportance(
        Array.from({ length: 2_000 }, (_, index) =>
          circle(`n${index}`, { centerX: (index * 7_919) % 6_400, centerY: (index * 104_729) % 7_600 }),
        ),
      );
      const sheet = { width: 6_400, height: 7_600 };
      const at = { scale: 0.6, rotation: rotation };
      const boxes = labelsWithRoom(items, at, widthOf, sheet).map(({ box }) => box);
      const paper = toScreenBox({ x: 0, y: 0, ...sheet }, { ...at, x: 0, y: 0 });
      const outside = boxes.filter(
        ({ x, y, width, height }) =>
          x < paper.x || y < paper.y || x + width > paper.x + paper.width || y + height > paper.y + paper.height,
      );
      expect(outside).toEqual([]);
      expect(boxes.length).toBeGreaterThan(100);
      const over = boxes.filter((a, index) =>
        boxes
          .slice(index + 1)
          .some((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
      );
      expect(over).toEqual([]);
    },
  );

  it('move to the edge of the sheet rather than leave it, and are hidden where the sheet has no room', () => {
    const corner = circle('a', { centerX: 60, centerY: 55 });
    const sheet = { width: 1_000, height: 1_000 };
    const [placed] = labelsWithRoom([corner], upright(1), widthOf, sheet);
    expect(placed?.box).toMatchObject({ x: 8.25, y: 0 });
    const [atEdge] = labelsWithRoom([circle('b', { centerX: 30 })], upright(1), widthOf, sheet);
    expect(atEdge?.box.x).toBe(0);
    expect(labelsWithRoom([corner], upright(1), widthOf, { width: 90, height: 1_000 })).toEqual([]);
  });

  it('belong to shapes that are wide enough on screen, at every rotation', () => {
    const wide = circle('a', { radiusX: LABELLED_FROM, radiusY: 1 });
    expect(labelsWithRoom([wide], upright(0.5), widthOf).length).toBe(1);
    expect(labelsWithRoom([wide], upright(0.49), widthOf).length).toBe(0);
    expect(labelsWithRoom([wide], { scale: 0.5, rotation: 90 }, widthOf).length).toBe(0);
  });
});

describe('the plan of the labels of a sheet', () => {
  const a = circle('a');
  const b = circle('b', { centerX: 540 });
  const c = circle('c', { centerX: 620 });
  const plan = (items: Labelled[]): LabelPlan<Labelled> => {
    const made = new LabelPlan<Labelled>(widthOf);
    made.setItems(items);
    return made;
  };

  it('is made once per zoom, so that panning changes nothing', () => {
    let measured = 0;
    const counting = new LabelPlan<Labelled>((text) => {
      measured += 1;
      return widthOf(text);
    });
    counting.setItems([c, b, a]);
    const first = counting.labelsAt(upright(1));
    expect(measured).toBe(3);
    expect(counting.labelsAt(upright(1 + 1e-9))).toBe(first);
    expect(measured).toBe(3);
    expect(counting.isShown(b, upright(1))).toBe(false);
    expect(names(counting.labelsAt(upright(3)).keys())).toEqual(['a', 'b', 'c']);
    expect([counting.isShown(b, upright(3)), counting.isShown(b, upright(2))]).toEqual([true, false]);
  });

  it('does not depend on the order in which annotations are listed', () => {
    expect(names(plan([a, b, c]).labelsAt(upright(1)).keys())).toEqual(
      names(plan([c, b, a]).labelsAt(upright(1)).keys()),
    );
  });

  it('reports labels that appear or disappear with annotations', () => {
    const made = plan([a, b, c]);
    expect(names(made.labelsAt(upright(1)).keys())).toEqual(['a', 'c']);
    expect(names(made.setItems([b, c]))).toEqual(['a', 'b', 'c']);
    expect(names(made.labelsAt(upright(1)).keys())).toEqual(['b']);
    expect(names(made.setItems([b, c]))).toEqual([]);
  });

  it('names only selected annotations below 60 percent, and all from there', () => {
    const selected = { ...circle('d', { centerX: 900 }), isSelected: true };
    const made = plan([a, c, selected]);
    expect(names(made.labelsAt(upright(0.594)).keys())).toEqual(['d']);
    expect(names(made.labelsAt(upright(0.6)).keys())).toEqual(['a', 'd']);
  });

  it('hides labels under the selected label, and moves no others into their places', () => {
    const made = plan([a, b, c]);
    made.labelsAt(upright(1));
    const selected = letterBox({ x: 620, y: 440 }, 100);
    expect(names(made.setSelected(() => selected))).toEqual(['c']);
    expect(names(made.labelsAt(upright(1)).keys())).toEqual(['a']);
    expect(names(made.setSelected(null))).toEqual(['c']);
    expect(names(made.labelsAt(upright(1)).keys())).toEqual(['a', 'c']);
  });
});
