import { sampleEvidence } from '../testing/sample-evidence.js';
import { historicalUse, interviews, recordsReview } from './research.js';
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

it('interviews are printed with their answers, and attempts in a table', () => {
  const owner = { id: 'i1', role: 'Owner', person: 'Rose Miller', date: '2026-11-18', method: 'Telephone' };
  const answered = { ...owner, answered: true, text: 'The tank was filled with sand.\n\nIn 1988.' };
  const asked = { ...owner, id: 'i2', role: 'Occupant', answered: false, text: 'No answer.' };
  const evidence = Object.assign(sampleEvidence(), { interviews: [answered, asked], sections: [] });
  const sources = new Sources(evidence, { figures: [], photographs: [] });
  expect(interviews(sources)).toMatchObject([
    { kind: 'heading', title: 'Owner: Rose Miller' },
    { text: ['Telephone, November 18, 2026'] },
    { text: ['The tank was filled with sand.'] },
    { text: ['In 1988.'] },
    { kind: 'heading', title: 'Attempts without an answer' },
    { rows: [[['Occupant'], ['Rose Miller'], ['Telephone, November 18, 2026'], ['No answer.']]] },
  ]);
  expect(
    interviews(new Sources(Object.assign(evidence, { interviews: [] }), { figures: [], photographs: [] })),
  ).toEqual([{ kind: 'paragraph', text: ['No text was written for this part.'] }]);
});

it.each([
  [7, [7]],
  [9, [5, 4]],
  [15, [8, 7]],
])('%i decades of coverage are in tables of about the same size', (count, sizes) => {
  const decades = Array.from({ length: count }, (_, at) => 1880 + 10 * at);
  const rows = [{ source: 'City directories', area: 'property', cells: decades.map(() => ({ documents: [] })) }];
  const evidence = Object.assign(sampleEvidence(), { coverage: { decades, rows } });
  const blocks = historicalUse(new Sources(evidence, { figures: [], photographs: [] }));
  const tables = blocks.filter((block) => block.kind === 'table');
  expect(tables.map(({ columns }) => columns.length - 2)).toEqual(sizes);
  expect(tables.flatMap(({ columns }) => columns.slice(2).map(({ title }) => title))).toEqual(
    decades.map((decade) => `${decade}s`),
  );
});
