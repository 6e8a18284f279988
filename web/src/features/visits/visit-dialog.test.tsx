import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { SiteReconnaissancePage } from './site-reconnaissance-page.js';
import type { VisitFields } from './visit-form.js';
import type { SiteVisit } from './visit-status.js';

const VISITS = `/api/projects/${project.id}/site-visits`;
const BEN = 'u-ben';
const visit: SiteVisit = {
  id: 'v-1',
  project_id: project.id,
  visit_date: '2025-10-03',
  visit_time: '13:30',
  access_granted: true,
  access_notes: '',
  findings: '',
  photos: ['https://example.org/north.jpg'],
  weather_conditions: 'Overcast',
  investigator_id: BEN,
  investigator: { name: 'Ben Ito' },
  updated_at: '2025-10-03T16:00:00.000Z',
};

withoutLayout();

let server: FakeServer;
let visits: SiteVisit[];

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  visits = [];
  server.on(`GET ${VISITS}`, () => ({ json: { data: visits } }));
  server.on(`GET ${VISITS}/*`, { json: { data: [] } });
  server.on(`GET /api/projects/${project.id}/members`, {
    json: { data: [{ user_id: BEN, name: 'Ben Ito', role: 'editor' }] },
  });
});

const field = (name: string) => within(screen.getByRole('dialog')).getByLabelText(new RegExp(String.raw`^${name}\*?$`));
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

describe('recording a visit (VISIT-02, D-64)', () => {
  const recording = async () => {
    const view = renderProjectScreen(<SiteReconnaissancePage />);
    await view.user.click(screen.getByRole('button', { name: 'Record visit' }));
    await within(await screen.findByRole('dialog')).findByRole('option', { name: 'Ben Ito' });
    return view;
  };

  it('takes date, investigator, weather, access and findings, and can be undone', async () => {
    server.on(`POST ${VISITS}`, ({ body }) => {
      visits = [{ ...visit, ...(body as VisitFields & { id: string }), photos: [] }];
      return { status: 201, json: { data: visits[0] } };
    });
    server.on('DELETE /api/site-visits/*', () => {
      visits = [];
      return { json: { success: true } };
    });
    const view = await recording();
    expect((field('Investigator') as HTMLSelectElement).value).toBe(me.id);
    fill('Visit date', '2025-10-03');
    fill('Visit time', '13:30');
    fill('Investigator', BEN);
    fill('Weather', 'Overcast');
    fill('Access and limits', 'Basement locked.');
    fill('Findings', ' Two capped vent pipes. ');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('region', { name: 'Visit of Oct 3, 2025' })).toBeTruthy();
    expect(server.requestsOf(`POST ${VISITS}`)[0]?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      visit_date: '2025-10-03',
      visit_time: '13:30',
      access_granted: true,
      access_notes: 'Basement locked.',
      findings: 'Two capped vent pipes.',
      photos: [],
      weather_conditions: 'Overcast',
      investigator_id: BEN,
    });
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('No site visits yet')).toBeTruthy();
  });

  it('names what is missing, and what the server refuses', async () => {
    server.on(`POST ${VISITS}`, {
      status: 400,
      json: { error: 'Invalid', code: 'invalid', fields: { investigator_id: 'There is no such user' } },
    });
    const view = await recording();
    fill('Visit date', '');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Visit date is required')).toBeTruthy();
    expect(server.requestsOf(`POST ${VISITS}`)).toEqual([]);
    fill('Visit date', '2025-10-03');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('There is no such user')).toBeTruthy();
  });
});

describe('editing a visit (VISIT-02, D-64)', () => {
  const editing = async () => {
    const view = renderProjectScreen(<SiteReconnaissancePage />);
    const card = await screen.findByRole('region', { name: 'Visit of Oct 3, 2025' });
    await view.user.click(within(card).getByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog');
    return view;
  };
  const sent = () => server.requestsOf('PUT /api/site-visits/v-1').map(({ body }) => body as Partial<SiteVisit>);

  it('changes it, keeps photographs recorded as addresses, and can be undone', async () => {
    visits = [visit];
    server.on('PUT /api/site-visits/v-1', ({ body }) => {
      visits = [{ ...visit, ...(body as VisitFields), photos: visit.photos }];
      return { json: { data: visits[0] } };
    });
    const view = await editing();
    fill('Access', 'no');
    fill('Findings', 'A pit.');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A pit.')).toBeTruthy();
    expect(screen.getByText('Cancelled')).toBeTruthy();
    const { photos, updated_at, investigator_id, visit_time } = visit;
    expect(sent()).toMatchObject([
      { findings: 'A pit.', access_granted: false, photos, updated_at, investigator_id, visit_time },
    ]);
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent()[1]).toMatchObject({ findings: '', access_granted: true, photos }));
  });

  it('keeps what was typed if another person changed the visit', async () => {
    visits = [visit];
    const message = 'This site visit was changed by someone else.';
    server.on('PUT /api/site-visits/v-1', { status: 409, json: { error: message, code: 'stale' } });
    const view = await editing();
    fill('Findings', 'A pit.');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect((field('Findings') as HTMLTextAreaElement).value).toBe('A pit.');
    await view.user.keyboard('{Escape}');
    expect(await screen.findByText('Discard what you typed?')).toBeTruthy();
  });
});
