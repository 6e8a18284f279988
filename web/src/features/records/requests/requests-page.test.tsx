import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { offeredGapOf } from '../../../evidence/offered-gap.js';
import { agencyRequest } from '../../../testing/agency-requests.js';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { hit, recordSearch } from '../../../testing/records.js';
import { signedIn } from '../../../testing/sign-in.js';
import { HitRequests } from './hit-requests.js';
import { mailtoOf } from './request-text.js';
import { RequestsPage } from './requests-page.js';

withoutLayout();

const LIST = '/api/public/agency-requests';
const later = {
  ...agencyRequest,
  ...{ id: 'q2', agency_name: 'State DEC', agency_kind: 'state' as const, next_follow_up_on: '2999-01-01' },
};
const answered = {
  ...agencyRequest,
  ...{ id: 'q3', agency_name: 'County Health', outcome: 'records' as const, is_waiting: false },
  ...{ next_follow_up_on: null, answered_on: '2020-02-01', document_ids: ['d1'], days: 26 },
};
const draft = {
  ...agencyRequest,
  ...{ id: 'q4', agency_name: 'City Building', sent_on: null, next_follow_up_on: null, is_waiting: false, days: null },
};

let server: FakeServer;
let stored: (typeof agencyRequest)[];
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  stored = [answered, draft, later, agencyRequest];
  server.on(`GET ${LIST}`, () => ({ json: { data: stored, count: stored.length } }));
  server.on(`GET ${LIST}/*`, ({ path }) => ({
    json: { data: { ...stored.find(({ id }) => path.endsWith(id)), letter: 'To the records access officer' } },
  }));
  server.on(`GET /api/public/projects/${project.id}/record-searches`, { json: { data: [recordSearch], count: 1 } });
  server.on('GET /api/public/record-hits', { json: { data: [hit], count: 1 } });
  const agency = {
    name: 'Fire Department',
    kind: 'fire',
    address: '9 Metro Tech',
    email: 'records@fire.test',
    portal: '',
  };
  server.on(`GET /api/public/projects/${project.id}/agencies`, { json: { data: [agency], count: 1 } });
  server.on('GET /api/documents', { json: { data: [{ id: 'd1', title: 'Answer letter' }], total_pages: 1 } });
});

const rows = () =>
  within(screen.getByRole('table', { name: 'Requests' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

const change = (name: string, value: string) =>
  fireEvent.change(within(screen.getByRole('dialog', { name: /request|Follow-up|Answer/ })).getByLabelText(name), {
    target: { value },
  });

describe('requests to agencies (decision 137)', () => {
  it('are listed with their days, those to follow up first', async () => {
    const { user } = renderProjectScreen(<RequestsPage />, 'viewer');
    expect(await screen.findByText('1 to follow up, 1 waiting, 1 closed.')).toBeTruthy();
    expect(rows()).toEqual([
      'Fire DepartmentFire department, F-12Tanks; 1 recordJan 6, 2020300 daysJan 20, 2020Follow-up overdue',
      'State DECState, F-12Tanks; 1 recordJan 6, 2020300 daysJan 1, 2999Waiting',
      'City BuildingFire department, F-12Tanks; 1 record——Not sent',
      'County HealthFire department, F-12Tanks; 1 recordJan 6, 202026 days—Records received',
    ]);
    expect(screen.queryByRole('button', { name: 'New request' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Follow-up due');
    expect(rows()).toHaveLength(1);
    await user.type(screen.getByRole('searchbox', { name: 'Find a request' }), 'DEC');
    expect(rows()).toEqual(['No request matches the filters.']);
  });

  it('are recorded, and fill in a known agency', async () => {
    server.on(`POST ${LIST}`, ({ body }) => {
      const created = { ...draft, ...(body as object), id: 'q5' };
      stored = [created, ...stored];
      return { status: 201, json: { data: created } };
    });
    const { user } = renderProjectScreen(<RequestsPage />);
    await user.click(await screen.findByRole('button', { name: 'New request' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New request' }));
    await user.type(dialog.getByRole('combobox', { name: /^Agency/ }), 'fire');
    await user.click(await screen.findByRole('option', { name: 'Fire Department' }));
    await user.click(dialog.getByRole('combobox', { name: 'Records' }));
    await user.click(await screen.findByRole('option', { name: 'CORNER STATION (LUST)' }));
    change('Sent on', '2026-11-02');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Request' })).toBeTruthy();
    expect(server.requestsOf(`POST ${LIST}`)[0]?.body).toMatchObject({
      ...{ project_id: project.id, agency_name: 'Fire Department', agency_kind: 'fire' },
      ...{ agency_address: '9 Metro Tech', agency_email: 'records@fire.test' },
      ...{ hit_ids: ['h1'], sent_on: '2026-11-02', outcome: null },
    });
  });

  it('show what the server refuses at its field', async () => {
    server.on(`POST ${LIST}`, {
      status: 400,
      json: { error: 'Invalid', code: 'invalid', fields: { agency_name: 'agency_name is required' } },
    });
    const { user } = renderProjectScreen(<RequestsPage />);
    await user.click(await screen.findByRole('button', { name: 'New request' }));
    change('Subject', 'Tanks');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Agency name is required')).toBeTruthy();
  });

  it('have a letter to copy or to open in an email', async () => {
    const { user } = renderProjectScreen(<RequestsPage />, 'viewer');
    await user.click(await screen.findByRole('button', { name: 'Fire Department' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Request' }));
    expect(await drawer.findByText('To the records access officer')).toBeTruthy();
    expect(drawer.getByRole('link', { name: 'Open in email' }).getAttribute('href')).toBe(
      'mailto:records%40fire.test?subject=Tanks&body=To%20the%20records%20access%20officer',
    );
    expect(await drawer.findByText('CORNER STATION (LUST)')).toBeTruthy();
    expect(drawer.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(mailtoOf(agencyRequest, 'x'.repeat(3_000))).toBe('mailto:records%40fire.test?subject=Tanks');
  });

  it('are followed up', async () => {
    server.on(`POST ${LIST}/q1/follow-ups`, { status: 201, json: { data: agencyRequest } });
    const { user } = renderProjectScreen(<RequestsPage />);
    await user.click(await screen.findByRole('button', { name: 'Fire Department' }));
    await user.click(await screen.findByRole('button', { name: 'Record follow-up' }));
    change('Day', '2026-11-16');
    change('Note', 'Called');
    await user.click(
      within(screen.getByRole('dialog', { name: /^Follow-up/ })).getByRole('button', { name: 'Record follow-up' }),
    );
    expect(await screen.findByText('Follow-up recorded')).toBeTruthy();
    expect(server.requestsOf(`POST ${LIST}/q1/follow-ups`)[0]?.body).toMatchObject({
      ...{ day: '2026-11-16', note: 'Called' },
    });
  });

  it('are closed by an answer with its documents, and opened again by undo', async () => {
    server.on(`PUT ${LIST}/q1`, { json: { data: { ...agencyRequest, revision: 4 } } });
    const { user } = renderProjectScreen(<RequestsPage />);
    await user.click(await screen.findByRole('button', { name: 'Fire Department' }));
    await user.click(await screen.findByRole('button', { name: 'Record answer' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Answer/ }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Outcome' }), 'Records received');
    change('Answered on', '2026-11-20');
    await user.click(dialog.getByRole('combobox', { name: 'Documents' }));
    await user.click(await screen.findByRole('option', { name: 'Answer letter' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByText('Undo'));
    await waitFor(() => expect(server.requestsOf(`PUT ${LIST}/q1`)).toHaveLength(2));
    expect(server.requestsOf(`PUT ${LIST}/q1`).map(({ body }) => body)).toMatchObject([
      { outcome: 'records', answered_on: '2026-11-20', document_ids: ['d1'], agency_kind: 'fire', revision: 3 },
      { outcome: null, answered_on: null, document_ids: [], revision: 4 },
    ]);
  });

  it('become a gap without an answer', async () => {
    stored = [{ ...answered, outcome: 'no_answer' as const }];
    const { user } = renderProjectScreen(<RequestsPage />);
    await user.click(await screen.findByRole('button', { name: 'County Health' }));
    const href = (await screen.findByRole('link', { name: 'Make it a gap' })).getAttribute('href') ?? '';
    const address = new URL(href, 'http://symbio.test');
    expect(address.pathname).toBe(`/projects/${project.id}/coverage`);
    expect(offeredGapOf(address.searchParams)).toMatchObject({
      kind: 'agency_file',
      tried: expect.stringMatching(/^Request to County Health, sent .* No answer by Feb 1, 2020\.$/) as string,
    });
  });

  it('are sent with one click', async () => {
    server.on(`PUT ${LIST}/q4`, { json: { data: { ...draft, revision: 4 } } });
    const { user } = renderProjectScreen(<RequestsPage />);
    await user.click(await screen.findByRole('button', { name: 'City Building' }));
    await user.click(await screen.findByRole('button', { name: 'Sent today' }));
    await screen.findByText('Undo');
    expect(server.requestsOf(`PUT ${LIST}/q4`)[0]?.body).toMatchObject({
      sent_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    });
  });
});

it('the file of a record is requested from its drawer', async () => {
  server.on(`POST ${LIST}`, ({ body }) => ({ status: 201, json: { data: { ...draft, ...(body as object) } } }));
  const { user } = renderProjectScreen(<HitRequests hit={hit} />);
  expect((await screen.findByRole('link', { name: 'Fire Department' })).getAttribute('href')).toBe(
    `/projects/${project.id}/records/requests?words=Fire%20Department`,
  );
  await user.click(screen.getByRole('button', { name: 'Request the file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New request' }));
  await user.type(dialog.getByRole('combobox', { name: /^Agency/ }), 'State archive');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Request recorded')).toBeTruthy();
  expect(server.requestsOf(`POST ${LIST}`)[0]?.body).toMatchObject({
    ...{ agency_name: 'State archive', hit_ids: ['h1'], subject: 'File of CORNER STATION' },
  });
});

it('requests made by mistake are deleted, and restored by undo', async () => {
  server.on(`DELETE ${LIST}/q1`, { json: { success: true } });
  server.on(`POST ${LIST}/q1/restore`, { json: { data: agencyRequest } });
  const { user } = renderProjectScreen(<RequestsPage />, 'editor');
  await user.click(await screen.findByRole('button', { name: 'Fire Department' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Request deleted');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Request' })).toBeNull());
  await user.click(screen.getByText('Undo'));
  await waitFor(() => expect(server.requestsOf(`POST ${LIST}/q1/restore`)).toHaveLength(1));
});
