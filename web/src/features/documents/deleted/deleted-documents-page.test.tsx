import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { bulkServer, outcome } from '../collection/testing.js';
import type { DeletedDocument } from './deleted-documents-api.js';
import { DeletedDocumentsPage } from './deleted-documents-page.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS + 60_000).toISOString();

const deleted = (id: string, title: string, days: number): DeletedDocument => ({
  id,
  project_id: project.id,
  category: 'sanborn_maps',
  title,
  file_name: 'sanborn.pdf',
  file_size: 2_097_152,
  total_pages: 4,
  created_at: '2026-01-01T12:00:00.000Z',
  deleted_at: '2026-01-05T12:00:00.000Z',
  deleted_by_name: 'Ada Marsh',
  purge_at: inDays(days),
});

withoutLayout();

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  const data = [deleted('d1', 'Sanborn 1887', 29), deleted('d2', 'Sanborn 1896', 1)];
  server.on('GET /api/deleted-documents', { json: { data, page: 1, per_page: 20, total_pages: 1, count: 2 } });
  server.on('GET /api/document-categories', { json: { data: [] } });
});

const open = () => renderProjectScreen(<DeletedDocumentsPage back={null} />);
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('recently deleted documents', () => {
  it('show who deleted them, and how long they can be restored', async () => {
    open();
    const first = await row(/Sanborn 1887/);
    expect(first.textContent).toContain('by Ada Marsh');
    expect(first.textContent).toContain('29 days');
    expect((await row(/Sanborn 1896/)).textContent).toContain('1 day');
    expect(server.requestsOf('GET /api/deleted-documents')[0]?.query.get('project_id')).toBe(project.id);
  });

  it('are restored one by one, with undo', async () => {
    server.on('POST /api/documents/d1/restore', { json: { data: { id: 'd1' } } });
    server.on('DELETE /api/documents/d1', { json: { success: true } });
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Restore Sanborn 1887' }));
    expect(await screen.findByText('Document restored')).toBeTruthy();
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: restoration of “Sanborn 1887”')).toBeTruthy();
    expect(server.requestsOf('DELETE /api/documents/d1')).toHaveLength(1);
  });

  it('keep focus in the list when one is restored or permanently deleted (WCAG 2.4.3)', async () => {
    const left = ['d1', 'd2', 'd3'];
    server.on('GET /api/deleted-documents', () => {
      const data = left.map((id) => deleted(id, id, 9));
      return { json: { data, page: 1, per_page: 20, total_pages: 1, count: data.length } };
    });
    const goes = (id: string) => () => {
      left.splice(left.indexOf(id), 1);
      return { json: { data: { id } } };
    };
    server.on('POST /api/documents/d1/restore', goes('d1'));
    server.on('DELETE /api/deleted-documents/d3', goes('d3'));
    server.on('DELETE /api/deleted-documents/d2', goes('d2'));
    const view = open();
    const focusIsOn = (role: 'button' | 'heading', name: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));
    const erase = async (id: string) => {
      await view.user.click(screen.getByRole('button', { name: `Permanently delete: ${id}` }));
      const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete permanently' }));
      await view.user.click(dialog.getByRole('button', { name: 'Delete permanently' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await view.user.click(await screen.findByRole('button', { name: 'Restore d1' }));
    await focusIsOn('button', 'Restore d2');
    await erase('d3');
    await focusIsOn('button', 'Permanently delete: d2');
    await erase('d2');
    await focusIsOn('heading', 'Recently deleted documents');
  });

  it('are restored in bulk', async () => {
    const [changed, asked] = bulkServer(server);
    changed.push(outcome('d1'), outcome('d2'));
    const view = open();
    await view.user.click(await screen.findByRole('checkbox', { name: 'Select all documents' }));
    await view.user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('2 documents restored')).toBeTruthy();
    expect(asked()).toMatchObject([{ project_id: project.id, action: 'restore', ids: ['d1', 'd2'] }]);
  });

  it('are permanently deleted only after confirmation, which stays with the reason when refused', async () => {
    server.on('DELETE /api/deleted-documents/d2', {
      status: 403,
      json: { error: 'Not authorized', code: 'forbidden' },
    });
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Permanently delete: Sanborn 1896' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete permanently' });
    expect(within(dialog).getByText(/This cannot be undone\./)).toBeTruthy();
    expect(server.requestsOf('DELETE /api/deleted-documents/d2')).toHaveLength(0);
    await view.user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
    expect(await within(dialog).findByText('Not authorized')).toBeTruthy();
    server.on('DELETE /api/deleted-documents/d2', { json: { success: true } });
    await view.user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
    expect(await screen.findByText('Document permanently deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('show when another page cannot be loaded, instead of the previous page (DOC-07)', async () => {
    server.on('GET /api/deleted-documents', ({ query }) =>
      query.get('page') === '2'
        ? { status: 503, json: { error: 'The document service is away.' } }
        : { json: { data: [deleted('d1', 'Sanborn 1887', 29)], page: 1, per_page: 20, total_pages: 2, count: 21 } },
    );
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('The document service is away.')).toBeTruthy();
    expect(screen.queryByText('Sanborn 1887')).toBeNull();
  });

  it('lead to the last page when everything on this one is restored (DOC-35)', async () => {
    let count = 21;
    server.on('GET /api/deleted-documents', ({ query }) => {
      const asked = Number(query.get('page'));
      const data = asked === 1 ? [deleted('d1', 'Sanborn 1887', 29)] : count > 20 ? [deleted('d2', 'Deed', 2)] : [];
      return { json: { data, page: asked, per_page: 20, total_pages: Math.ceil(count / 20), count } };
    });
    server.on('POST /api/documents/d2/restore', () => {
      count = 20;
      return { json: { data: { id: 'd2' } } };
    });
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Next page' }));
    await view.user.click(await screen.findByRole('button', { name: 'Restore Deed' }));
    expect(await row(/Sanborn 1887/)).toBeTruthy();
    expect(view.path()).not.toContain('page=');
  });
});
