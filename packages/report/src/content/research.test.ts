import { sampleEvidence } from '../testing/sample-evidence.js';
import { recordsReview } from './research.js';
import { Sources } from './sources.js';

const request = { id: 'q1', agency: 'Fire Department', subject: 'Tanks', records: 1, sent_on: '2026-10-20', days: 31 };

const rows = (requests: object[]) => {
  const evidence = Object.assign(sampleEvidence(), { agency_requests: requests });
  const blocks = recordsReview(new Sources(evidence, { figures: [], photographs: [] }));
  const at = blocks.findIndex((block) => block.kind === 'heading' && block.title === 'Requests to agencies');
  const table = blocks[at + 1];
  return at >= 0 && table?.kind === 'table' ? table.rows : undefined;
};

it('requests to agencies are printed with their days and answers', () => {
  const answered = { ...request, outcome: 'records', answered_on: '2026-11-20' };
  expect(rows([answered, request, { ...request, outcome: 'no_answer', answered_on: '2026-11-20' }])).toEqual([
    [['Fire Department'], ['Tanks'], ['October 20, 2026'], ['31'], ['Records received, November 20, 2026']],
    [['Fire Department'], ['Tanks'], ['October 20, 2026'], ['31'], ['None yet']],
    [['Fire Department'], ['Tanks'], ['October 20, 2026'], ['31'], ['No answer: data gap']],
  ]);
  expect(rows([])).toBeUndefined();
});
