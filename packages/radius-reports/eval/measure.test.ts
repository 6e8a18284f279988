import { CONDITIONS, measure, precision, recall, SETS, type Condition } from './measure.js';

/** One held-out report of each layout; `npm run eval:radius-reports` measures all. */
const PARTS = [SETS.held_out, SETS.unseen_layout].flatMap(({ seeds: [seed], layouts }) =>
  layouts.flatMap((layout) => CONDITIONS.map((condition) => [layout, condition, seed ?? 0] as const)),
);
const GOALS: Readonly<Record<Condition, readonly [number, number]>> = { clean: [0.98, 0.95], scanned: [0.8, 0.8] };

describe('rows of held-out reports', () => {
  it.each(PARTS)('reach the goal: %s, %s', (layout, condition, seed) => {
    const found = measure(layout, [seed], condition);
    const [leastPrecision, leastRecall] = GOALS[condition];
    expect(precision(found)).toBeGreaterThanOrEqual(leastPrecision);
    expect(recall(found)).toBeGreaterThanOrEqual(leastRecall);
    expect(found.agreeWrongly).toBe(0);
  });
});
