import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
import { me } from '../../testing/fixtures.js';
import { signedIn } from '../../testing/sign-in.js';
import type { AuditEntry, AuditState } from './audit-api.js';
import { AuditPage } from './audit-page.js';

const LIST = 'GET /api/audit';
const PROJECT = '01890000-0000-7000-8000-00000000000a';

const opened: AuditEntry = {
  ...{ seq: 12, at: '2026-11-23T10:00:09Z', user_id: 'u-2', user_name: 'Ben Ito', agent_name: null, api_key_id: null },
  ...{ address: '192.0.2.7', action: 'opened', operation: 'read', object: 'page', object_id: 'p-1' },
  ...{
    project_id: PROJECT,
    status: 200,
    request_id: 'r-1',
    client_request_id: 'mine',
    manifest_sha256: null,
    organization_id: null,
    version_number: null,
  },
  ...{ object_title: 'Sanborn 1887, sheet 60', place_title: null, project_title: 'Mill Street', verdict: null },
};
const refused: AuditEntry = {
  ...opened,
  ...{ seq: 11, user_id: null, user_name: null, action: 'refused', object: 'auth', object_id: null, project_id: null },
  ...{ object_title: null, project_title: null },
};
const byKey: AuditEntry = {
  ...opened,
  seq: 3,
  user_id: 'u-9',
  user_name: null,
  agent_name: 'Reader 2',
  api_key_id: 'k-1',
};
const state: AuditState = {
  ...{ newest: 12, oldest: 1, verified_at: '2026-11-23T10:00:00Z', verified_through: 12, broken: null },
  ...{ retention_days: null, removed_through: null, removed_at: null },
};

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(LIST, ({ query }) => ({
    json: query.get('before') ? { data: [byKey], next: null } : { data: [opened, refused], next: 11 },
  }));
  server.on('GET /api/audit/state', { json: { data: state } });
});

const open = async (): Promise<RenderedScreen> => {
  const view = renderScreen(<AuditPage />);
  await screen.findByText('Entry 12');
  return view;
};
const row = (seq: number) => within(screen.getByText(`Entry ${seq}`).closest('tr')!);

it("shows an administrator of a firm its people's entries, without the chain and its retention (decision 0159)", async () => {
  server.on('GET /api/me', { json: { data: { ...me, organization_id: 'o-1' } } });
  await open();
  expect(screen.getByText(/^Who of your organization viewed/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Verify/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /[Rr]etention|Keep/ })).toBeNull();
  expect(server.requestsOf('GET /api/audit/state')).toHaveLength(0);
});

it('shows who did what to what, when and from where, newest first, and older entries on demand', async () => {
  const view = await open();
  expect(row(12).getByText('Ben Ito opened Sanborn 1887, sheet 60 in Mill Street')).toBeTruthy();
  expect(row(12).getByText('192.0.2.7')).toBeTruthy();
  // ids stay behind a disclosure
  expect(row(12).getByText(PROJECT).closest('details')?.open).toBe(false);
  await view.user.click(row(12).getByText('Raw entry'));
  expect(row(12).getByText(PROJECT).closest('details')?.open).toBe(true);
  expect(row(11).getByText('A person who is not signed in was refused access to the sign-in')).toBeTruthy();
  await view.user.click(screen.getByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText('Entry 3')).toBeTruthy();
  // the account id remains after the name was erased
  expect(row(3).getByText(/^Reader 2 for an account without a name opened/)).toBeTruthy();
  expect(row(3).getByText('u-9')).toBeTruthy();
  expect(row(3).getByText('k-1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
});

it('shows entries after the state bar above them', async () => {
  const state = heldAnswer();
  server.on('GET /api/audit/state', state.handler);
  renderScreen(<AuditPage />);
  await waitFor(() => expect(server.requestsOf(LIST)).toHaveLength(1));
  expect(await screen.findByText('Loading entries...')).toBeTruthy();
  expect(screen.queryByText('Entry 12')).toBeNull();
});

it('virtualizes thousands of entries', async () => {
  withoutLayout();
  const data = Array.from({ length: 2_000 }, (_, index) => ({ ...opened, seq: 2_000 - index }));
  server.on(LIST, { json: { data, next: null } });
  renderScreen(<AuditPage />);
  expect(await screen.findByText('Entry 2000')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Entries' }).getAttribute('aria-rowcount')).toBe('2001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

it('sends the filters, with local times, and explains an empty result', async () => {
  const view = await open();
  server.on(LIST, { json: { data: [], next: null } });
  await view.user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Deleted');
  await view.user.type(screen.getByRole('textbox', { name: 'Address' }), ' 192.0.2.9 ');
  await view.user.type(screen.getByLabelText('From'), '2026-11-01T08:00');
  await view.user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('No entries')).toBeTruthy();
  const { query } = server.requestsOf(LIST).at(-1)!;
  expect(Object.fromEntries(query)).toEqual({
    action: 'deleted',
    address: '192.0.2.9',
    from: new Date('2026-11-01T08:00').toISOString(),
  });
});

it('keeps loaded entries when older ones cannot be read, and retries on demand', async () => {
  const view = await open();
  const older = { status: 503, json: { error: 'The audit trail is away.' } };
  server.on(LIST, ({ query }) => (query.get('before') ? older : { json: { data: [opened, refused], next: 11 } }));
  await view.user.click(screen.getByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText('Not loaded: The audit trail is away.')).toBeTruthy();
  expect(screen.getByText('Entry 12')).toBeTruthy();
  server.on(LIST, { json: { data: [byKey], next: null } });
  await view.user.click(screen.getByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText('Entry 3')).toBeTruthy();
  expect(screen.queryByText(/^Not loaded/)).toBeNull();
});

it('shows when entries cannot be read at all, instead of those of the previous filter', async () => {
  const view = await open();
  server.on(LIST, { status: 503, json: { error: 'The audit trail is away.' } });
  await view.user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Deleted');
  await view.user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('The audit trail could not be loaded')).toBeTruthy();
  expect(screen.queryByText('Entry 12')).toBeNull();
});

it('does not filter by a name that was typed but not chosen, and says so', async () => {
  server.on('GET /api/users/search', { json: { data: [{ id: 'u-2', name: 'Ben Ito' }] } });
  const view = await open();
  const person = screen.getByRole('combobox', { name: 'Person' });
  await view.user.type(person, 'Ben');
  await view.user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Choose a person from the list, or empty this field')).toBeTruthy();
  expect(document.activeElement).toBe(person);
  expect(server.requestsOf(LIST)).toHaveLength(1);
  await view.user.click(person);
  await view.user.click(await screen.findByRole('option', { name: 'Ben Ito' }));
  await view.user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(server.requestsOf(LIST).at(-1)?.query.get('user_id')).toBe('u-2'));
  expect(screen.queryByText(/^Choose a person/)).toBeNull();
});

it('filters by the name of a project, or by the id of one that is deleted', async () => {
  server.on('GET /api/public/projects', {
    json: { data: [{ id: 'pr-1', number: 'P-2026-00001', title: 'Mill Street' }] },
  });
  const view = await open();
  const field = screen.getByRole('combobox', { name: 'Project' });
  await view.user.type(field, 'Mill');
  await view.user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Choose a project from the list, or empty this field')).toBeTruthy();
  await view.user.click(field);
  // the list of all projects is replaced when those with the typed words are fetched
  await waitFor(() => expect(server.requestsOf('GET /api/public/projects').at(-1)?.query.get('search')).toBe('Mill'));
  await view.user.click(await screen.findByRole('option', { name: 'Mill Street (P-2026-00001)' }));
  await view.user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(server.requestsOf(LIST).at(-1)?.query.get('project_id')).toBe('pr-1'));
  await view.user.clear(field);
  await view.user.type(field, PROJECT);
  await view.user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(server.requestsOf(LIST).at(-1)?.query.get('project_id')).toBe(PROJECT));
});

it('reads entries again when the same filter is applied', async () => {
  const view = await open();
  server.on(LIST, { json: { data: [{ ...opened, seq: 13 }, opened, refused], next: 11 } });
  await view.user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Entry 13')).toBeTruthy();
});

it('shows when the state of the chain is unknown, and retries', async () => {
  server.on('GET /api/audit/state', { status: 503, json: { error: 'The audit trail is away.' } });
  const view = await open();
  expect(screen.getByText('The state of the chain could not be loaded.')).toBeTruthy();
  server.on('GET /api/audit/state', { json: { data: state } });
  await view.user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Chain verified through entry 12.')).toBeTruthy();
});

it('shows through which entry the chain is intact, and any damage found', async () => {
  const view = await open();
  expect(await screen.findByText('Chain verified through entry 12.')).toBeTruthy();
  server.on('POST /api/audit/verify', {
    json: { data: { ...state, verified_through: 6, broken: 'Entry 7 was changed.' } },
  });
  await view.user.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('The chain is broken.')).toBeTruthy();
  expect(screen.getByText(/Entry 7 was changed\./)).toBeTruthy();
});

describe('retention', () => {
  const SAVE = 'PUT /api/audit/retention';

  it('asks for confirmation before it removes entries, then shows the first kept entry', async () => {
    const view = await open();
    expect(await screen.findByText(/Entries are kept forever\./)).toBeTruthy();
    server.on(SAVE, {
      json: { data: { ...state, retention_days: 90, removed_through: 4, removed_at: '2026-11-23T10:05:00Z' } },
    });
    await view.user.click(screen.getByRole('button', { name: 'Retention' }));
    await view.user.click(screen.getByRole('radio', { name: 'For a number of days' }));
    await view.user.type(screen.getByRole('textbox', { name: 'Days' }), '29');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a whole number of days from 30 to 36,500')).toBeTruthy();
    await view.user.clear(screen.getByRole('textbox', { name: 'Days' }));
    await view.user.type(screen.getByRole('textbox', { name: 'Days' }), '90');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Remove entries older than 90 days?')).toBeTruthy();
    expect(screen.getByText(/This cannot be undone/)).toBeTruthy();
    expect(server.requestsOf(SAVE)).toEqual([]);
    await view.user.click(screen.getByRole('button', { name: 'Remove older entries' }));
    expect(await screen.findByText(/Entries are kept for 90 days; they begin with entry 5,/)).toBeTruthy();
    expect(server.requestsOf(SAVE).map(({ body }) => body)).toEqual([{ days: 90 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does not ask if it removes nothing, and shows why it was refused', async () => {
    server.on('GET /api/audit/state', { json: { data: { ...state, retention_days: 90 } } });
    const view = await open();
    await screen.findByText(/Entries are kept for 90 days\./);
    server.on(SAVE, { status: 409, json: { error: 'It was changed in the meantime.', code: 'stale' } });
    await view.user.click(screen.getByRole('button', { name: 'Retention' }));
    await view.user.click(screen.getByRole('radio', { name: 'Forever' }));
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('It was changed in the meantime.')).toBeTruthy();
    expect(server.requestsOf(SAVE).map(({ body }) => body)).toEqual([{ days: null }]);
  });
});

it('shows when loading failed, and retries', async () => {
  server.on(LIST, { status: 503, json: { error: 'Not available right now.', code: 'unavailable' } });
  const view = renderScreen(<AuditPage />);
  expect(await screen.findByText('The audit trail could not be loaded')).toBeTruthy();
  server.on(LIST, { json: { data: [opened], next: null } });
  await view.user.click(screen.getByRole('button', { name: /again|retry/i }));
  await waitFor(() => expect(screen.getByText('Entry 12')).toBeTruthy());
});
