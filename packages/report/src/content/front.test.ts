import { sampleEvidence } from '../testing/sample-evidence.js';
import { executiveSummary } from './front.js';
import { dataGaps } from './judgement.js';
import { Sources } from './sources.js';

const sourcesOf = (over: object): Sources =>
  new Sources(Object.assign(sampleEvidence(), { sections: [], ...over }), { figures: [], photographs: [] });

const [visit] = sampleEvidence().visits;
const refused = [
  { ...visit, date: '2026-11-10', access_granted: false },
  { ...visit, date: '2026-11-12', access_granted: false },
];
const NOTHING_STATED = { kind: 'paragraph', text: ['No significant data gap was stated.'] };

it('the summary says that no significant data gap was stated, not that there is none', () => {
  expect(executiveSummary(sourcesOf({ gaps: [] })).at(-1)).toEqual(NOTHING_STATED);
});

it('visits without access are named beside the data gaps', () => {
  const one = { kind: 'paragraph', text: ['Access was not granted on the visit of November 10, 2026.'] };
  expect(executiveSummary(sourcesOf({ gaps: [], visits: refused.slice(0, 1) })).slice(-2)).toEqual([
    NOTHING_STATED,
    one,
  ]);
  expect(dataGaps(sourcesOf({ visits: refused })).at(-1)).toEqual({
    kind: 'paragraph',
    text: ['Access was not granted on the visits of November 10, 2026 and November 12, 2026.'],
  });
});
