import { GetScorecardResponse, type GetScorecardRequest } from '@symbio/proto/annotation';
import { Author } from '@symbio/proto/identity';
import { shareOf, wilson } from '../present/scorecards.js';
import { closeServers } from '../testing.js';
import { scorecards } from './scorecards.js';
import { servePublic } from './testing.js';

const [SPOTTER, READER] = ['01980a40-11aa-7c01-9d20-7f2e3b4c5d6e', '01980a40-11aa-7c01-9d20-7f2e3b4c5d6f'];

const answer = GetScorecardResponse.fromPartial({
  ownMarks: { count: 60, median: 42 },
  rows: [
    {
      ...{
        authorId: SPOTTER,
        authorName: 'Symbio Spotter 2',
        group: '1920',
        proposed: 120,
        accepted: 80,
        rejected: 20,
      },
      ...{ corrected: 8, standing: 76, everDecided: 104, undone: 4 },
      rejections: [
        { code: 'misread', count: 15 },
        { code: '', count: 5 },
      ],
      bands: [
        { from: 5, decided: 20, accepted: 10, meanConfidence: 5.5 },
        { from: 9, decided: 80, accepted: 70, meanConfidence: 9.5 },
      ],
      decisions: { count: 90, median: 6 },
      blindRecall: { marks: 40, found: 30 },
    },
    { authorId: READER, authorName: '=Reader 1', group: '', proposed: 12, accepted: 11, rejected: 1 },
  ],
});

const asked: GetScorecardRequest[] = [];
const clients = {
  annotation: { getScorecard: (request: GetScorecardRequest) => (asked.push(request), Promise.resolve(answer)) },
  identity: {
    getAuthors: () =>
      Promise.resolve({
        authors: [Author.fromPartial({ id: SPOTTER, agentName: 'Symbio Spotter', agentVersion: '2' })],
      }),
  },
};
const serve = () => servePublic(scorecards(clients as never), { actor: { via: 'user' } });

afterEach(closeServers);

it('answers shares with their numbers and intervals, and says where there are too few', async () => {
  const { get } = await serve();
  const { body } = await get('/agents/scorecard?group_by=decade&from_year=1900');
  expect(asked.at(-1)).toMatchObject({ groupBy: 'decade', fromYear: 1900 });
  expect(body).toMatchObject({
    data: {
      group_by: 'decade',
      own_mark_time: { count: 60, seconds: 42 },
      rows: [
        {
          ...{ agent_name: 'Symbio Spotter', agent_version: '2', group: '1920', proposed: 120, decided: 100 },
          accepted: { count: 80, of: 100, share: 0.8, note: null },
          corrected: { count: 8, of: 80, share: 0.1 },
          standing: { share: 0.95 },
          rejections: [
            { code: 'misread', count: 15, share: 0.15 },
            { code: null, count: 5 },
          ],
          calibration: [
            { from: 5, to: 6, of: 20, share: null, note: 'Too few: 20 of the 30 decisions that are needed.' },
            { from: 9, to: 10, share: 0.875 },
          ],
          decision_time: { count: 90, seconds: 6 },
          time_saved: { count: 80, seconds: 2880 },
          blind_recall: { count: 30, of: 40, share: 0.75, note: null },
        },
        {
          ...{ agent_name: '=Reader 1', agent_version: null, group: null },
          accepted: { count: 11, of: 12, share: null, low: null, high: null },
          calibration_error: null,
          blind_recall: null,
          time_saved: { seconds: null, note: 'Too few: 0 of the 30 decisions in the review that are needed.' },
        },
      ],
    },
  });
});

it('selects an agent and its version by name', async () => {
  const { get } = await serve();
  const named = await get('/agents/scorecard?agent_name=Symbio%20Spotter&agent_version=2');
  expect(named).toMatchObject({ body: { data: { rows: [{ author_id: SPOTTER }] } } });
  expect(await get('/agents/scorecard?agent_version=1')).toMatchObject({ body: { data: { rows: [] } } });
  expect((await get('/agents/scorecard?from_year=long')).status).toBe(400);
});

it('exports the rows as CSV', async () => {
  const { origin } = await serve();
  const text = await (await fetch(`${origin}/agents/scorecard/csv`)).text();
  const [head = '', first = '', second = ''] = text.split('\n');
  expect(head).toContain('agent_name,agent_version,group,proposed,decided,accepted,accepted_of,accepted_share');
  expect(first).toContain('Symbio Spotter,2,1920,120,100,80,100,0.8,');
  expect(second).toMatch(/^'=Reader 1,,,12,12,11,12,,,/);
});

it('gives Wilson intervals, which never leave 0 to 1', () => {
  // Newcombe 1998, table I
  expect(wilson(81, 263).low).toBeCloseTo(0.2553, 4);
  expect(wilson(81, 263).high).toBeCloseTo(0.3662, 4);
  expect(wilson(0, 30)).toMatchObject({ low: 0, high: expect.closeTo(0.1135, 4) as number });
  expect(shareOf(30, 30)).toMatchObject({ share: 1, high: 1 });
});
