import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { SiteReconnaissancePage } from './site-reconnaissance-page.js';
import type { SiteVisit } from './visit-status.js';

const visit: SiteVisit = {
  id: 'v-1',
  project_id: project.id,
  visit_date: '2025-10-03',
  visit_time: '13:30',
  access_granted: true,
  access_notes: 'Gate code from the manager.',
  findings: 'Two capped vent pipes.',
  photos: ['projects/p/a.jpg', 'projects/p/b.jpg'],
  weather_conditions: 'Overcast',
  investigator_id: 'u-1',
  investigator: { name: 'Ben Ito' },
  updated_at: '2025-10-03T16:00:00.000Z',
};

withoutLayout();

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET /api/projects/${project.id}/site-visits/v-1/photos`, { json: { data: [] } });
});

describe('site reconnaissance', () => {
  it("shows the property's address and each visit's data (VISIT-01, VISIT-02)", async () => {
    server.on(`GET /api/projects/${project.id}/site-visits`, { json: { data: [visit] } });
    renderProjectScreen(<SiteReconnaissancePage />);
    expect(screen.getByText('1200 Harlan Street')).toBeTruthy();
    const card = await screen.findByRole('region', { name: 'Visit of Oct 3, 2025' });
    const words = card.textContent?.replace(/\s+/g, ' ') ?? '';
    for (const text of [
      '1:30 PM',
      'Completed',
      'Granted',
      'Gate code',
      'Ben Ito',
      'Overcast',
      '2 photos',
      'Two capped vent pipes.',
    ]) {
      expect(words).toContain(text);
    }
  });

  it('shows visits beyond the first hundred, virtualized (VISIT-01)', async () => {
    server.on(`GET /api/projects/${project.id}/site-visits`, ({ query }) => {
      const page = Number(query.get('page'));
      const data = Array.from({ length: page === 1 ? 100 : 50 }, (_, index) => ({
        ...visit,
        id: `v-${page}-${index}`,
      }));
      for (const { id } of data)
        server.on(`GET /api/projects/${project.id}/site-visits/${id}/photos`, { json: { data: [] } });
      return { json: { data, page, per_page: 100, total_pages: 2, count: 150 } };
    });
    renderProjectScreen(<SiteReconnaissancePage />);
    const list = within(await screen.findByRole('list', { name: 'Site visits' }));
    const [first] = await list.findAllByRole('region');
    expect(first?.closest('li')?.getAttribute('aria-setsize')).toBe('150');
    expect(list.getAllByRole('region').length).toBeLessThan(30);
  });

  it('starts a visit while the page is open (VISIT-05, VISIT-06)', async () => {
    jest.useFakeTimers({ now: new Date('2025-10-03T13:28:30') });
    try {
      const ahead = { ...visit, findings: null };
      const later = { ...ahead, id: 'v-2', visit_date: '2025-12-20' };
      server.on(`GET /api/projects/${project.id}/site-visits/v-2/photos`, { json: { data: [] } });
      server.on(`GET /api/projects/${project.id}/site-visits`, { json: { data: [later, ahead] } });
      renderProjectScreen(<SiteReconnaissancePage />);
      const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
      await pass(1_000);
      const statusOf = (day: string) =>
        within(screen.getByRole('region', { name: `Visit of ${day}` })).getByText(/^(Scheduled|In Progress)$/)
          .textContent;
      const fieldBar = () => screen.queryByRole('group', { name: 'Photographs, Visit of Oct 3, 2025', hidden: true });
      expect([statusOf('Oct 3, 2025'), fieldBar()]).toEqual(['Scheduled', null]);
      await pass(90_000);
      expect(statusOf('Oct 3, 2025')).toBe('In Progress');
      expect(fieldBar()).toBeTruthy();
      expect(statusOf('Dec 20, 2025')).toBe('Scheduled');
    } finally {
      jest.useRealTimers();
    }
  });

  it('ignores a file dropped outside the drop area (VISIT-02)', async () => {
    server.on(`GET /api/projects/${project.id}/site-visits`, { json: { data: [visit] } });
    const view = renderProjectScreen(<SiteReconnaissancePage />);
    const card = await screen.findByRole('region', { name: 'Visit of Oct 3, 2025' });
    const files = { types: ['Files'], files: [], dropEffect: 'copy' };
    // otherwise the browser would open the file instead of the application
    expect(fireEvent.dragOver(card, { dataTransfer: files })).toBe(false);
    expect(fireEvent.drop(card, { dataTransfer: files })).toBe(false);
    expect(files.dropEffect).toBe('none');
    // text drops are unaffected
    expect(fireEvent.dragOver(card, { dataTransfer: { types: ['text/plain'] } })).toBe(true);
    view.unmount();
    expect(fireEvent.dragOver(document.body, { dataTransfer: files })).toBe(true);
  });

  it('offers neither scheduling nor visiting yet (VISIT-09, STUB-04, STUB-05)', async () => {
    server.on(`GET /api/projects/${project.id}/site-visits`, { json: { data: [visit] } });
    const view = renderProjectScreen(<SiteReconnaissancePage />);
    await screen.findByRole('region', { name: 'Visit of Oct 3, 2025' });
    const isDisabled = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('aria-disabled');
    await view.user.click(screen.getByRole('button', { name: 'More, visit of Oct 3, 2025' }));
    expect([isDisabled('View Details'), isDisabled('Start Visit')]).toEqual(['true', 'true']);
    await view.user.keyboard('{Escape}');
    await view.user.click(screen.getByRole('button', { name: 'More, site visits' }));
    expect(isDisabled('Schedule Visit (coming soon)')).toBe('true');
  });

  it('lets an editor delete a visit and undo it (VISIT-02)', async () => {
    let visits = [visit];
    server.on(`GET /api/projects/${project.id}/site-visits`, () => ({ json: { data: visits } }));
    server.on('DELETE /api/site-visits/v-1', () => {
      visits = [];
      return { json: { success: true } };
    });
    server.on('POST /api/site-visits/v-1/restore', () => {
      visits = [visit];
      return { json: { data: visit } };
    });
    const view = renderProjectScreen(<SiteReconnaissancePage />);
    await view.user.click(await screen.findByRole('button', { name: 'More, visit of Oct 3, 2025' }));
    await view.user.click(screen.getByRole('menuitem', { name: 'Delete visit' }));
    expect(await screen.findByText('No site visits yet')).toBeTruthy();
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('region', { name: 'Visit of Oct 3, 2025' })).toBeTruthy();
  });

  it('lets a viewer change nothing (OP-07)', async () => {
    server.on(`GET /api/projects/${project.id}/site-visits`, { json: { data: [visit] } });
    const view = renderProjectScreen(<SiteReconnaissancePage />, 'viewer');
    await view.user.click(await screen.findByRole('button', { name: 'More, visit of Oct 3, 2025' }));
    expect(screen.queryByRole('menuitem', { name: 'Delete visit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit', hidden: true })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Record visit', hidden: true })).toBeNull();
  });

  it('shows when there are no visits, and when loading failed', async () => {
    server.on(`GET /api/projects/${project.id}/site-visits`, {
      status: 503,
      json: { error: 'The project service is down.' },
    });
    const view = renderProjectScreen(<SiteReconnaissancePage />);
    expect(await screen.findByText('The project service is down.')).toBeTruthy();
    server.on(`GET /api/projects/${project.id}/site-visits`, { json: { data: [] } });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No site visits yet')).toBeTruthy();
  });
});
