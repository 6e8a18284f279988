import { CONDITIONS } from '@symbio/fixtures/vendor-packages/vendor-package';
import { measure, precision, recall, SETS } from './measure.js';

/** A third of the held-out packages; `npm run eval:splitter` measures all. */
const PART = { ...SETS.held_out, seeds: SETS.held_out.seeds.slice(0, 1) };

describe('boundaries in held-out packages', () => {
  it.each(CONDITIONS)('reach the goal: %s', (condition) => {
    const goal = condition === 'as_made' ? 0.95 : 0.9;
    const found = measure(PART, condition);
    expect(precision(found)).toBeGreaterThanOrEqual(goal);
    expect(recall(found)).toBeGreaterThanOrEqual(goal);
  });
});
