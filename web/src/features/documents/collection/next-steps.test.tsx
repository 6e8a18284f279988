import { screen, waitFor, within } from '@testing-library/react';
import type { FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { DataCollectionPage } from './data-collection-page.js';
import { bulkServer, document, documentServer, outcome, page } from './testing.js';

let server: FakeServer;

beforeEach(() => {
  server = documentServer();
});

const row = () => screen.findByTestId('document-d1');

describe('the next step', () => {
  const waiting = (id: string, changes: Partial<ProjectDocument> = {}) =>
    document({ id, title: `Map ${id}`, processing_status: 'classified', total_pages: 0, pages_ready: 0, ...changes });
  const started = {
    json: { data: null, success: true, jobId: 'job-000000j1', jobType: 'document-specific', error: null },
  };
  const processed = () => server.requestsOf('POST /api/document-processor').map(({ body }) => body);

  it('is in the row: process, which names the job; retry a failure; open finished sheets (DOC-32, ERR-08)', async () => {
    const failed = waiting('d3', { processing_status: 'failed', category: 'deed_documents' });
    server.on('GET /api/documents', { json: page([document({}), waiting('d2'), failed]) });
    server.on('POST /api/document-processor', started);
    const view = renderProjectScreen(<DataCollectionPage />);
    const open = within(await row()).getByRole('link', { name: 'Open' });
    expect(open.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1`);
    expect(screen.getByRole('button', { name: 'Retry Map d3' })).toBeTruthy();
    const before = view.path();
    await view.user.click(screen.getByRole('button', { name: 'Process Map d2' }));
    expect(await screen.findByText('Document Processing Started')).toBeTruthy();
    // shortened id, as in the list of agents (ERR-08, CONST-10)
    expect(screen.getByText(/Job ID:/).textContent).toBe('Map d2 · Job ID: 000000j1');
    expect(processed()).toEqual([{ documentId: 'd2', projectId: project.id }]);
    expect(view.path()).toBe(before);
  });

  it('of viewers is only open (OP-09)', async () => {
    server.on('GET /api/documents', { json: page([document({}), waiting('d2')]) });
    renderProjectScreen(<DataCollectionPage />, 'viewer');
    expect(within(await row()).getByRole('link', { name: 'Open' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Process/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('can process all unprocessed maps, on any page of the table (DOC-04)', async () => {
    const maps = ['m1', 'm2', 'm3'].map((id) => waiting(id));
    server.on('GET /api/documents', ({ query }) => {
      if (query.get('to_process') !== 'true') return { json: page([document({})]) };
      const all = query.get('per_page') === '1' ? maps.slice(0, 1) : maps;
      return { json: { ...page(all), count: maps.length } };
    });
    const [changed, asked] = bulkServer(server);
    changed.push(
      outcome('m1'),
      outcome('m2', { result: 'refused', error: 'It is being processed already.', code: 'already_processing' }),
      outcome('m3'),
    );
    const view = renderProjectScreen(<DataCollectionPage />);
    expect(await screen.findByText(/^3 maps are not processed yet/)).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Process all maps' }));
    expect(await screen.findByText('2 documents queued for processing, 1 not')).toBeTruthy();
    expect(screen.getByText('Paper m2: It is being processed already.')).toBeTruthy();
    expect(asked()).toMatchObject([{ project_id: project.id, action: 'process', all_maps: true }]);
    // one undo reverts all
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: processing of 2 documents')).toBeTruthy();
  });
});

describe('several documents at once', () => {
  const rows = ['d1', 'd2', 'd3', 'd4'].map((id, index) =>
    document({ id, title: `Paper ${id}`, category: index === 2 ? 'deed_documents' : 'sanborn_maps' }),
  );

  it('are selected with Shift, and processed if possible (DOC-04)', async () => {
    server.on('GET /api/documents', { json: page(rows) });
    const [changed, asked] = bulkServer(server);
    changed.push(outcome('d1'), outcome('d2'), outcome('d4'));
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select Paper d1' }));
    await view.user.keyboard('{Shift>}');
    await view.user.click(screen.getByRole('checkbox', { name: 'Select Paper d4' }));
    await view.user.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Process 3' }));
    expect(await screen.findByText('3 documents queued for processing')).toBeTruthy();
    expect(screen.queryByText('4 selected')).toBeNull();
    expect(asked()).toMatchObject([{ project_id: project.id, action: 'process', ids: ['d1', 'd2', 'd4'] }]);
  });

  it('get one category (DOC-11)', async () => {
    server.on('GET /api/documents', { json: page(rows) });
    const [changed, asked] = bulkServer(server);
    changed.push(...rows.map(({ id }) => outcome(id)));
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all documents of this page' }));
    const bar = within(screen.getByRole('region', { name: 'Selected documents' }));
    await view.user.click(bar.getByRole('button', { name: 'Category' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Deed documents' }));
    expect(await screen.findByText('4 documents given the category')).toBeTruthy();
    const ids = ['d1', 'd2', 'd3', 'd4'];
    expect(asked()).toMatchObject([{ action: 'set_category', category: 'deed_documents', ids }]);
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: category of 4 documents')).toBeTruthy();
  });

  it('are deleted in one operation, which is retried with its id when the response is lost (DOC-05)', async () => {
    server.on('GET /api/documents', { json: page(rows) });
    const [changed, asked, fail] = bulkServer(server);
    changed.push(...rows.map(({ id }) => outcome(id)));
    fail(1);
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all documents of this page' }));
    await view.user.click(
      within(screen.getByRole('region', { name: 'Selected documents' })).getByRole('button', { name: 'Delete' }),
    );
    await view.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('4 documents deleted')).toBeTruthy();
    const [first, second, ...others] = asked();
    expect(first).toMatchObject({ action: 'delete', ids: ['d1', 'd2', 'd3', 'd4'] });
    expect([second, others]).toEqual([first, []]);
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: deletion of 4 documents')).toBeTruthy();
    const { id } = first as { id: string };
    expect(server.requestsOf(`POST /api/public/documents/batch/${id}/undo`)).toHaveLength(1);
  });

  it('stay unchanged when refused, with the reason in the dialog and in the toast', async () => {
    server.on('GET /api/documents', { json: page(rows) });
    const [changed] = bulkServer(server);
    const error = 'It is not in this project any more. Read the list again.';
    changed.push(...rows.map(({ id }) => outcome(id, { result: 'refused', error, code: 'not_found' })));
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all documents of this page' }));
    await view.user.click(
      within(screen.getByRole('region', { name: 'Selected documents' })).getByRole('button', { name: 'Delete' }),
    );
    const dialog = await screen.findByRole('alertdialog');
    await view.user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText(error)).toBeTruthy();
    expect(await screen.findByText('0 documents deleted, 4 not')).toBeTruthy();
  });

  it('are sorted by a column, reversed by a second click', async () => {
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    const sorted = async (by: string) => {
      await view.user.click(screen.getByRole('button', { name: by }));
      await waitFor(() => expect(view.path()).not.toBe(''));
      const asked = server.requestsOf('GET /api/documents').filter(({ query }) => !query.has('to_process'));
      return [asked.at(-1)?.query.get('sort'), asked.at(-1)?.query.get('order')];
    };
    expect(await sorted('Title')).toEqual(['title', 'asc']);
    await row();
    expect(await sorted('Title')).toEqual(['title', 'desc']);
    await row();
    expect(await sorted('Size')).toEqual(['file_size', 'desc']);
  });
});
