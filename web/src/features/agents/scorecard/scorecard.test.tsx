import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { Scorecard, ScorecardRow, Share } from './scorecard-api.js';
import { ScorecardPage } from './scorecard-page.js';
import { durationText } from './scorecard-text.js';

withoutLayout();

const share = (count: number, of: number): Share =>
  of < 30
    ? { count, of, share: null, low: null, high: null, note: `Too few: ${of} of the 30 decisions that are needed.` }
    : { count, of, share: count / of, low: count / of - 0.05, high: count / of + 0.05, note: null };
const timed = (count: number, seconds: number | null) => ({
  count,
  seconds,
  note: seconds === null ? 'Too few.' : null,
});

const spotter: ScorecardRow = {
  ...{ author_id: 'spotter', agent_name: 'Symbio Spotter', agent_version: '2', group: null },
  ...{ proposed: 120, decided: 100, accepted: share(80, 100), rejected: share(20, 100), corrected: share(8, 80) },
  ...{ standing: share(76, 80), undone: share(4, 104), blind_recall: share(45, 60), calibration_error: 0.12 },
  rejections: [
    { code: 'misread', ...share(15, 100) },
    { code: null, ...share(5, 100) },
  ],
  calibration: [
    { from: 5, to: 6, mean_confidence: 5.5, ...share(10, 20) },
    { from: 9, to: 10, mean_confidence: 9.5, ...share(72, 80) },
  ],
  ...{ decision_time: timed(90, 6), time_saved: timed(80, 2880) },
};
const reader: ScorecardRow = {
  ...{ ...spotter, author_id: 'reader', agent_name: 'Map Reader', agent_version: '1', proposed: 12, decided: 12 },
  ...{ accepted: share(11, 12), rejected: share(1, 12), corrected: share(0, 11), standing: share(11, 11) },
  ...{ undone: share(0, 12), blind_recall: null, rejections: [], calibration: [], calibration_error: null },
  ...{ decision_time: timed(0, null), time_saved: timed(11, null) },
};
const scorecard: Scorecard = { rows: [reader, spotter], group_by: null, own_mark_time: timed(60, 42) };
const ROUTE = 'GET /api/public/agents/scorecard';

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(ROUTE, { json: { data: scorecard } });
  server.on('GET /api/land-uses', { json: { data: [{ value: 'dry_cleaner', label: 'Dry cleaner' }] } });
});

const rowOf = async (name: string) => within((await screen.findByRole('rowheader', { name })).closest('tr')!);

it('shows each agent with shares and intervals, and says where there are too few decisions', async () => {
  renderProjectScreen(<ScorecardPage />, 'admin', project);
  const ofSpotter = await rowOf('Symbio Spotter 2');
  expect(ofSpotter.getByText('80%')).toBeTruthy();
  expect(ofSpotter.getByRole('img', { name: '95% interval 75% to 85%' })).toBeTruthy();
  expect(ofSpotter.getByText('48 min')).toBeTruthy();
  expect(ofSpotter.getByRole('img', { name: '95% interval 70% to 80%' })).toBeTruthy();
  expect((await rowOf('Map Reader 1')).getAllByText('Too few')).toHaveLength(7);
  expect(server.requestsOf(ROUTE).at(-1)?.query.get('project_id')).toBe(project.id);
});

it('filters by agent and asks the server for the other filters', async () => {
  const { user } = renderProjectScreen(<ScorecardPage />, 'admin', project);
  await rowOf('Map Reader 1');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Agent' }), 'Symbio Spotter');
  expect(screen.queryByRole('rowheader', { name: 'Map Reader 1' })).toBeNull();
  server.on(ROUTE, { json: { data: { ...scorecard, rows: [{ ...spotter, group: '1920' }], group_by: 'decade' } } });
  await user.type(screen.getByRole('textbox', { name: 'From year' }), '1900');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'By decade');
  expect((await rowOf('Symbio Spotter 2')).getByText('1920s')).toBeTruthy();
  const { query } = server.requestsOf(ROUTE).at(-1)!;
  expect(Object.fromEntries(query)).toEqual({ project_id: project.id, from_year: '1900', group_by: 'decade' });
});

it('leads from a figure to its decisions', async () => {
  const decided = { author_id: 'ann', author_name: 'Ann', copy_id: '', decided_at: '2026-11-20T10:00:00.000Z' };
  const mark = {
    ...{ id: 'a1', document_id: 'd1', document_page_id: 'p1', author_id: 'spotter', author_type: 'ai_agent' },
    content: 'OAK ST.',
    decisions: [{ ...decided, verdict: 'rejected', reason: 'A street', reason_code: 'misread' }],
  };
  const other = { ...mark, id: 'a2', content: 'GAS', decisions: [{ ...decided, verdict: 'accepted', reason: '' }] };
  server.on(`GET /api/projects/${project.id}/annotations`, { json: { data: [mark, other] } });
  const { user } = renderProjectScreen(<ScorecardPage />, 'admin', project);
  await user.click(await screen.findByRole('button', { name: 'Details of Symbio Spotter 2' }));
  const details = within(screen.getByRole('region', { name: 'Details of Symbio Spotter 2' }));
  expect(details.getByText('Confidence 5 to 6: Too few: 20 of the 30 decisions that are needed.')).toBeTruthy();
  expect(details.getByText('On average the accepted share is 12% away from the confidence.')).toBeTruthy();
  expect(details.getByText('The text was misread: 15% (10% to 20%), 15 of 100')).toBeTruthy();
  await user.click(details.getByRole('button', { name: 'The text was misread' }));
  const link = await details.findByRole('link', { name: 'OAK ST.' });
  expect(link.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1?page=p1&annotation=a1`);
  expect(details.queryByRole('link', { name: 'GAS' })).toBeNull();
});

it('says when there are no proposals, and when the scorecard cannot be loaded', async () => {
  server.on(ROUTE, { json: { data: { ...scorecard, rows: [] } } });
  const { unmount } = renderProjectScreen(<ScorecardPage />, 'admin', project);
  expect(await screen.findByText('No proposals')).toBeTruthy();
  unmount();
  server.on(ROUTE, { status: 503, json: { error: 'Away.' } });
  renderProjectScreen(<ScorecardPage />, 'admin', project);
  await waitFor(() => expect(screen.getByText('The scorecard could not be loaded')).toBeTruthy());
});

it.each([
  [6.4, '6 s'],
  [2880, '48 min'],
  [-90, '-1 min'],
  [9000, '2.5 h'],
])('writes %d seconds as %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
