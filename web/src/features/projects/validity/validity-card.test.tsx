import { screen, waitFor, within } from '@testing-library/react';
import { COMPONENT_KINDS } from '@symbio/proto/project/vocabulary';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { Assessment } from './assessment-api.js';
import { ValidityCard } from './validity-card.js';

const PATH = `/api/public/projects/${project.id}/assessment`;
const nothing = { date: null, source: null, note: null, by_id: null, by_name: null, at: null };
const UNDATED: Assessment = {
  project_id: project.id,
  acquisition_date: null,
  components: COMPONENT_KINDS.map((kind) => ({ kind, ...nothing })),
  clock: {
    ...{ state: 'undated', judged_on: '2026-06-01', earliest: null, expires_on: null, days_left: null },
    inquiry_expires_on: null,
  },
  limits: { component_days: 180, inquiry_years: 1 },
  problems: [{ rule: 'AAI-1', severity: 'block', component: 'interviews', sentence: 'The interviews have no date.' }],
  updated_at: null,
};
const SENTENCE = 'The interviews of May 1, 2098 will be 210 days old on the day of acquisition; 180 are allowed.';
const LATE: Assessment = {
  ...UNDATED,
  acquisition_date: '2098-11-27',
  components: UNDATED.components.map((one) => {
    if (one.kind === 'interviews')
      return { ...one, date: '2098-05-01', source: 'typed', by_id: 'u', by_name: 'Ann', at: null };
    return one.kind === 'site_inspection' ? { ...one, date: '2098-06-02', source: 'visit' } : one;
  }),
  clock: {
    ...{ state: 'expired', judged_on: '2098-11-27', earliest: 'interviews', expires_on: '2098-10-28', days_left: -30 },
    inquiry_expires_on: '2099-05-01',
  },
  problems: [{ rule: 'AAI-3', severity: 'block', component: 'interviews', sentence: SENTENCE }, ...UNDATED.problems],
  updated_at: '2026-01-01T00:00:00.000Z',
};

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET ${PATH}`, { json: { data: LATE } });
  server.on(`PUT ${PATH}`, { json: { data: LATE } });
});

const openDialog = async (user: ReturnType<typeof renderProjectScreen>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Edit dates' }));
  return within(await screen.findByRole('dialog', { name: 'Dates of the assessment' }));
};

it('shows the dates with their sources, when they expire, and what a reviewer finds', async () => {
  renderProjectScreen(<ValidityCard />, 'viewer');
  expect(await screen.findByText('Expires Oct 28, 2098, before the acquisition')).toBeTruthy();
  expect(screen.getByText(SENTENCE)).toBeTruthy();
  expect(screen.getByText('180 days after the earliest date: interviews.')).toBeTruthy();
  expect(screen.getByText('The whole inquiry must be repeated after May 1, 2099.')).toBeTruthy();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['Nov 27, 2098', 'May 1, 2098Ann', 'No date', 'No date', 'Jun 2, 2098Earliest visit', 'No date'],
  ]);
  // the list shows it
  expect(screen.queryByText('The interviews have no date.')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says what to enter without dates', async () => {
  server.on(`GET ${PATH}`, { json: { data: UNDATED } });
  renderProjectScreen(<ValidityCard />, 'viewer');
  expect(await screen.findByText(/^Enter the dates of the five components/)).toBeTruthy();
  expect(screen.getAllByText('No date')).toHaveLength(5);
});

it('saves dates, and undoes them', async () => {
  const { user } = renderProjectScreen(<ValidityCard />, 'editor');
  const dialog = await openDialog(user);
  expect(dialog.getByText('Jun 2, 2098 from the earliest visit, unless you enter a date.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Lien search'), '2098-05-07');
  await user.clear(dialog.getByLabelText('Acquisition date'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const interviews = { kind: 'interviews', date: '2098-05-01', note: '' };
  const sent = () => server.requestsOf(`PUT ${PATH}`).map(({ body }) => body);
  expect(sent()).toEqual([
    {
      acquisition_date: null,
      dates: [interviews, { kind: 'lien_search', date: '2098-05-07', note: '' }],
      updated_at: LATE.updated_at,
    },
  ]);
  await user.click(await screen.findByText('Undo'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ acquisition_date: '2098-11-27', dates: [interviews], updated_at: LATE.updated_at });
});

it('asks for a reason when a date replaces that of a visit, and shows why a change is refused', async () => {
  server.on(`PUT ${PATH}`, {
    status: 409,
    json: { error: 'The dates of this assessment were changed.', code: 'stale' },
  });
  const { user } = renderProjectScreen(<ValidityCard />, 'editor');
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Site inspection'), '2098-06-03');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('A reason is needed.')).toBeTruthy();
  expect(server.requestsOf(`PUT ${PATH}`)).toHaveLength(0);
  await user.type(dialog.getByLabelText('Reason for the date of the site inspection'), 'Second visit');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBeTruthy();
  expect(server.requestsOf(`PUT ${PATH}`)[0]?.body).toMatchObject({
    dates: [{}, { kind: 'site_inspection', date: '2098-06-03', note: 'Second visit' }],
  });
});
