import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { resetSession, signIn } from '../../../lib/session/session.js';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { me, project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { SiteReconnaissancePage } from '../site-reconnaissance-page.js';
import type { VisitFields } from '../visit-form.js';
import type { SiteVisit } from '../visit-status.js';
import { OutboxBar, offlineText } from './outbox-bar.js';
import { resetOutbox, sendChanges } from './outbox.js';
import { dropChangesOf } from './stored-changes.js';

withoutLayout();

const VISITS = `/api/projects/${project.id}/site-visits`;
const visit: SiteVisit = {
  id: 'v-1',
  project_id: project.id,
  visit_date: '2026-06-01',
  visit_time: '09:00',
  access_granted: true,
  access_notes: '',
  findings: 'Drums',
  photos: [],
  weather_conditions: '',
  investigator_id: null,
  investigator: null,
  updated_at: '2026-06-01T10:00:00.000Z',
};

let server: FakeServer;
let visits: SiteVisit[];
let isConnected: boolean;

beforeEach(async () => {
  server = fakeServer();
  resetSession();
  const token = `x.${Buffer.from(JSON.stringify({ sub: me.id })).toString('base64url')}.x`;
  server.on('POST /api/auth/sign-in', { json: { access_token: token, expires_in: 300 } });
  server.on('GET /api/me', { json: { data: me } });
  await signIn(me.email, 'symbio-local');
  await dropChangesOf(me.id);
  visits = [visit];
  isConnected = true;
  server.on(`GET ${VISITS}`, () => ({ json: { data: visits, count: visits.length } }));
  server.on(`GET ${VISITS}/*`, { json: { data: [] } });
  server.on(`GET /api/projects/${project.id}/members`, { json: { data: [] } });
  const { fetch } = globalThis;
  globalThis.fetch = (...call) => (isConnected ? fetch(...call) : Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => resetOutbox());

const opened = async () => {
  const view = renderProjectScreen(
    <>
      <OutboxBar />
      <SiteReconnaissancePage />
    </>,
  );
  await screen.findByText('Drums');
  return view;
};
const typeFindings = async (view: Awaited<ReturnType<typeof opened>>, text: string): Promise<void> => {
  await view.user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Findings'), { target: { value: text } });
  await view.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

describe('the bar of unsent changes (D-64)', () => {
  it('counts changes and photographs in words', () => {
    expect(offlineText(3, 2)).toBe(
      'No network. 3 changes and 2 photographs are kept on this device and are sent when the network returns.',
    );
    expect(offlineText(1, 0)).toBe('No network. 1 change is kept on this device and is sent when the network returns.');
  });

  it('shows what is kept, and that all was sent', async () => {
    const view = await opened();
    isConnected = false;
    await typeFindings(view, 'Two drums');
    expect(await screen.findByText(offlineText(1, 0))).toBeTruthy();
    expect(screen.getByText('Two drums')).toBeTruthy();
    expect(screen.getByText('Not sent yet')).toBeTruthy();
    server.on('PUT /api/site-visits/v-1', ({ body }) => {
      visits = [{ ...visit, ...(body as VisitFields), photos: [], updated_at: '2026-06-02T10:00:00.000Z' }];
      return { json: { data: visits[0] } };
    });
    isConnected = true;
    await act(sendChanges);
    expect(await screen.findByText('All sent')).toBeTruthy();
    expect(server.requestsOf('PUT /api/site-visits/v-1').map(({ body }) => body)).toMatchObject([
      { findings: 'Two drums', updated_at: visit.updated_at },
    ]);
    expect(screen.queryByText('Not sent yet')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('All sent')).toBeNull();
  });

  it('asks for a decision when another person changed the same text, and shows both', async () => {
    const view = await opened();
    isConnected = false;
    await typeFindings(view, 'Two drums');
    visits = [{ ...visit, findings: 'No drums', updated_at: '2026-06-02T10:00:00.000Z' }];
    server.on('PUT /api/site-visits/v-1', ({ body }) => {
      const given = body as VisitFields & { updated_at: string };
      if (given.updated_at !== visits[0]?.updated_at)
        return { status: 409, json: { error: 'This site visit was changed', code: 'stale' } };
      visits = [{ ...visit, findings: given.findings, updated_at: '2026-06-03T10:00:00.000Z' }];
      return { json: { data: visits[0] } };
    });
    isConnected = true;
    await act(sendChanges);
    expect(await screen.findByText(/1 change needs your decision/)).toBeTruthy();
    expect(screen.getByText('No drums')).toBeTruthy();
    expect(screen.getAllByText('Two drums').length).toBeGreaterThan(0);
    await view.user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await screen.findByText('All sent');
    expect(visits[0]?.findings).toBe('Two drums');
  });
});
