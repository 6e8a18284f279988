import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { heldAnswer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { api } from '../../../lib/http/api.js';
import { DataCollectionPage } from './data-collection-page.js';
import { bulkServer, document, documentServer, outcome, page } from './testing.js';

let server: FakeServer;

beforeEach(() => {
  server = documentServer();
});

const row = () => screen.findByTestId('document-d1');
async function openMenu(view: ReturnType<typeof renderProjectScreen>) {
  await row();
  await view.user.click(screen.getByRole('button', { name: 'Actions for Sanborn 1887' }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
}
async function choose(view: ReturnType<typeof renderProjectScreen>, entry: string) {
  await openMenu(view);
  await view.user.click(screen.getByRole('menuitem', { name: entry }));
}

describe('the documents table', () => {
  it('shows title, category, size, status and pages beside the upload area (DOC-01, DATA-04)', async () => {
    renderProjectScreen(<DataCollectionPage />);
    const text = (await row()).textContent;
    for (const part of ['Sanborn 1887', '2 MB', 'Pages ready', '4']) expect(text).toContain(part);
    await waitFor(async () => expect((await row()).textContent).toContain('Sanborn maps'));
    expect(screen.getByTestId('upload-area')).toBeTruthy();
    const asked = server.requestsOf('GET /api/documents').find(({ query }) => !query.has('to_process'))?.query;
    expect([asked?.get('project_id'), asked?.get('page'), asked?.get('per_page')]).toEqual([project.id, '1', '20']);
  });

  it('opens the viewer at a click on the row (DOC-02)', async () => {
    const view = renderProjectScreen(<DataCollectionPage />);
    await view.user.click(within(await row()).getByText('Pages ready'));
    expect(view.path()).toBe(`/projects/${project.id}/documents/d1`);
  });

  it('ignores a click on the edge of a menu opened from the row', async () => {
    const view = renderProjectScreen(<DataCollectionPage />);
    const items = await openMenu(view);
    const before = view.path();
    await view.user.click(screen.getByRole('menu').parentElement ?? window.document.body);
    expect([items.length, view.path()]).toEqual([4, before]);
  });

  it('offers Process for topographic and sanborn maps only (DOC-03, DOC-04, OP-43)', async () => {
    const view = renderProjectScreen(<DataCollectionPage />);
    expect(await openMenu(view)).toEqual(['Edit', 'Download', 'Process', 'Delete']);
  });

  it('offers no Process for other categories (DOC-04)', async () => {
    server.on('GET /api/documents', { json: page([document({ category: 'aerial_imagery' })]) });
    const view = renderProjectScreen(<DataCollectionPage />);
    expect(await openMenu(view)).toEqual(['Edit', 'Download', 'Delete']);
  });

  it('offers viewers of the project the download only, and no upload (OP-09)', async () => {
    const view = renderProjectScreen(<DataCollectionPage />, 'viewer');
    expect(await openMenu(view)).toEqual(['Download']);
    expect(screen.queryByTestId('upload-area')).toBeNull();
  });

  it('marks what needs review, says why processing failed, and shows the progress of a job (OP-18)', async () => {
    server.on('GET /api/documents', {
      json: page([
        document({
          classification: {
            suggested_category: 'other',
            confidence: 0.4,
            reasoning: 'No title',
            classified_at: null,
            needs_review: true,
          },
        }),
        document({ id: 'd2', processing_status: 'failed', processing_error: 'This PDF is protected by a password.' }),
        document({
          id: 'd3',
          active_job: { id: 'j', status: 'processing', progress: { done: 14, total: 62, message: '' } },
        }),
      ]),
    });
    renderProjectScreen(<DataCollectionPage />);
    expect((await row()).textContent).toContain('Needs review');
    expect(screen.getByTestId('document-d2').textContent).toContain('This PDF is protected by a password.');
    expect(screen.getByTestId('document-d3').textContent).toContain('14 of 62 pages');
  });

  it('shows why a category needs review and accepts an alternative with one click (OP-18, DATA-27)', async () => {
    const classification = {
      suggested_category: 'deed_documents',
      confidence: 0.52,
      reasoning: 'The first page says "indenture".',
      alternatives: [{ category: 'sanborn_maps', confidence: 0.31 }],
      classified_at: null,
      needs_review: true,
    };
    const unsure = document({ category: 'other', description: 'Box 4', classification });
    server.on('GET /api/documents', { json: page([unsure]) });
    server.on('GET /api/documents/d1', { json: { data: unsure } });
    const [changed, asked] = bulkServer(server);
    changed.push(outcome('d1'));
    const view = renderProjectScreen(<DataCollectionPage />);
    const before = (await row()) && view.path();
    await view.user.click(within(await row()).getByRole('button', { name: 'Needs review' }));
    expect((await screen.findByTestId('choose-deed_documents')).textContent).toBe('Deed documents52%');
    await view.user.click(screen.getByText('The first page says "indenture".'));
    expect(view.path()).toBe(before);
    await view.user.click(screen.getByTestId('choose-sanborn_maps'));
    await waitFor(() => expect(screen.queryByTestId('choose-sanborn_maps')).toBeNull());
    expect(asked()).toMatchObject([{ action: 'set_category', category: 'sanborn_maps', ids: ['d1'] }]);
    // after undo it needs review again
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: category of “Sanborn 1887”')).toBeTruthy();
    expect(server.requestsOf('PUT /api/documents/d1')).toEqual([]);
  });

  it('keeps the choices open after a failure, and shows viewers only the reason (OP-09, ERR-06)', async () => {
    const classification = {
      suggested_category: 'other',
      confidence: 0.2,
      reasoning: 'Nothing could be read.',
      classified_at: null,
      needs_review: true,
    };
    server.on('GET /api/documents', { json: page([document({ classification })]) });
    server.on('GET /api/documents/d1', { json: { data: document({ classification }) } });
    server.on('POST /api/public/documents/batch', { status: 500, json: { error: 'broken' } });
    const view = renderProjectScreen(<DataCollectionPage />);
    await view.user.click(within(await row()).getByRole('button', { name: 'Needs review' }));
    await view.user.click(await screen.findByTestId('choose-other'));
    expect(await screen.findByText('Failed to update document. Please try again.')).toBeTruthy();
    expect(screen.getByText('broken')).toBeTruthy();
    view.unmount();
    const reader = renderProjectScreen(<DataCollectionPage />, 'viewer');
    await reader.user.click(within(await row()).getByRole('button', { name: 'Needs review' }));
    expect(await screen.findByText('Nothing could be read.')).toBeTruthy();
    expect(screen.queryByTestId('choose-other')).toBeNull();
  });

  it('searches and filters on the server (DOC-35)', async () => {
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.type(screen.getByRole('searchbox', { name: 'Search documents' }), 'holder');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'other');
    await waitFor(() => {
      const asked = server.requestsOf('GET /api/documents').filter(({ query }) => !query.has('to_process'));
      const last = asked.at(-1)?.query;
      expect([last?.get('search'), last?.get('category')]).toEqual(['holder', 'other']);
    });
    // Back from a document restores the list
    await waitFor(() =>
      expect(Object.fromEntries(new URL(view.path(), 'http://any').searchParams)).toEqual({
        search: 'holder',
        category: 'other',
      }),
    );
  });

  it.each([
    [{ status: 503, json: { error: 'The document service is away.' } }, 'The document service is away.'],
    [{ status: 502, text: '<html>' }, 'Failed to fetch documents (502 Bad Gateway)'],
  ])('shows when the documents cannot be loaded, and why (DOC-07, ERR-10, ERR-17): %j', async (answer, why) => {
    server.on('GET /api/documents', answer);
    renderProjectScreen(<DataCollectionPage />);
    expect(await screen.findByText('Failed to load documents. Please try refreshing the page.')).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
  });

  it('also shows it when only another search cannot be loaded, instead of the previous rows (DOC-07, ERR-10)', async () => {
    let refuses = true;
    server.on('GET /api/documents', ({ query }) =>
      query.get('category') === 'other' && refuses
        ? { status: 503, json: { error: 'The document service is away.' } }
        : { json: page([document({})]) },
    );
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'other');
    expect(await screen.findByText('Failed to load documents. Please try refreshing the page.')).toBeTruthy();
    expect(screen.getByText('The document service is away.')).toBeTruthy();
    expect(screen.queryByTestId('document-d1')).toBeNull();
    expect(screen.queryByText('1–1 of 1 document')).toBeNull();
    refuses = false;
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row()).toBeTruthy();
  });

  it('keeps the search while it is cleared after one without results, and never claims that there are no documents (DOC-35)', async () => {
    const { handler, answer } = heldAnswer();
    let isHeld = false;
    server.on('GET /api/documents', ({ query }) => {
      if (query.get('category') === 'other') return { json: page([]) };
      return isHeld && !query.has('to_process') ? handler() : { json: page([document({})]) };
    });
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'other');
    expect(await screen.findByText('No documents match.')).toBeTruthy();
    isHeld = true;
    // drop cached answers
    view.store.dispatch(api.util.invalidateTags(['Document']));
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), '');
    expect(await screen.findByRole('searchbox', { name: 'Search documents' })).toBeTruthy();
    expect(screen.queryByText('No documents yet.')).toBeNull();
    answer({ json: page([document({})]) });
    expect(await row()).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Category' })).toBeTruthy();
  });
});

describe('the actions of a row', () => {
  it.each([
    [{ status: 500, json: { error: 'The file is no longer there.' } }, 'The file is no longer there.'],
    [{ status: 500, text: '' }, 'Failed to create download URL (500 Internal Server Error)'],
  ])('Download says when it failed, and why (DOC-08, ERR-07, ERR-21): %j', async (answer, why) => {
    server.on('GET /api/documents/d1/download-url', answer);
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Download');
    expect(await screen.findByText('Failed to download document. Please try again.')).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
  });

  it('Delete says when it failed (ERR-20)', async () => {
    server.on('DELETE /api/documents/d1', { status: 502, text: '' });
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Delete');
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete document (502 Bad Gateway)')).toBeTruthy();
  });

  it('Delete says how many confirmed records came from the document, and that they stay (decision 143)', async () => {
    const report = { state: 'confirmed', rows: [{ lists: ['LUST', 'UST'] }], orphans: [{ lists: ['LUST'] }] };
    server.on('GET /api/public/documents/d1/radius-report', { json: { data: report } });
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Delete');
    expect(await screen.findByText(/^3 confirmed records came from its radius report\. They stay/)).toBeTruthy();
  });

  it('Delete asks for confirmation and uses the id of the document (DOC-05)', async () => {
    server.on('DELETE /api/documents/d1', { json: { success: true } });
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Delete');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(server.requestsOf('DELETE /api/documents/d1')).toEqual([]);
    await view.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.requestsOf('DELETE /api/documents/d1')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it.each([
    ['document-specific', undefined],
    ['background-generate-records', 'background-generate-records'],
    ['background-generate-images', 'background-generate-images'],
    ['background-analyze-pages', 'background-analyze-pages'],
  ])('Process starts %s and names the job (DOC-29 to DOC-32, ERR-08)', async (choice, sent) => {
    server.on('POST /api/document-processor', {
      json: { data: null, success: true, jobId: 'job-77', jobType: choice, error: null },
    });
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Process');
    await view.user.click(await screen.findByRole('radio', { name: new RegExp(`^${choice}`) }));
    await view.user.click(screen.getByRole('button', { name: 'Process' }));
    expect(await screen.findByText('Document Processing Started')).toBeTruthy();
    expect(screen.getByText(/job-77/)).toBeTruthy();
    expect(server.requestsOf('POST /api/document-processor')[0]?.body).toEqual({
      documentId: 'd1',
      projectId: project.id,
      ...(sent ? { jobType: sent } : {}),
    });
  });

  it.each([
    [{ json: { success: false, error: 'The document has no file.' } }, 'The document has no file.'],
    [{ json: { success: false, error: null } }, 'Unknown error occurred.'],
    [{ status: 409, json: { error: 'A job is running already.' } }, 'A job is running already.'],
  ])('Process shows why it failed (DOC-32, ERR-09): %j', async (answer, message) => {
    server.on('POST /api/document-processor', answer);
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Process');
    await view.user.click(await screen.findByRole('button', { name: 'Process' }));
    expect(await screen.findByText('Processing Failed')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    // also shown in the modal dialog, which hides the page
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe(`Processing Failed: ${message}`);
  });
});

describe('the upload area', () => {
  const dropped = (target: Element | Window, files: File[]) =>
    fireEvent.drop(target, { dataTransfer: { files, types: ['Files'] } });

  it('accepts files dropped anywhere on the page, shows an overlay, and shows refused ones with their error (DOC-12, DOC-14)', async () => {
    renderProjectScreen(<DataCollectionPage />, 'owner', { ...project, id: 'project-of-this-test' });
    await row();
    fireEvent.dragOver(window, { dataTransfer: { files: [], types: ['Files'] } });
    expect((await screen.findByTestId('drop-overlay')).textContent).toContain('Drop to upload');
    dropped(window, [new File(['x'], 'plan.gif', { type: 'image/gif' })]);
    const item = await screen.findByTestId('upload-item');
    expect(item.textContent).toContain('File type image/gif is not supported');
    // a retry cannot help
    expect(within(item).queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.queryByTestId('drop-overlay')).toBeNull();
  });

  it('appears with the documents, so that neither moves the other (DOC-01)', async () => {
    const { handler, answer } = heldAnswer();
    server.on('GET /api/documents', handler);
    renderProjectScreen(<DataCollectionPage />);
    await screen.findByLabelText('Loading documents');
    expect(screen.queryByTestId('upload-area')).toBeNull();
    answer({ json: page([document({})]) });
    const area = await screen.findByTestId('upload-area');
    expect(within(area).getByRole('button', { name: 'Upload documents' })).toBeTruthy();
    await row();
  });

  it('is large without documents, and a bar otherwise (DOC-01)', async () => {
    server.on('GET /api/documents', { json: page([]) });
    const empty = renderProjectScreen(<DataCollectionPage />);
    await waitFor(() =>
      expect(screen.getByTestId('upload-area').textContent).toContain('Drop files here, or choose files'),
    );
    empty.unmount();
    server.on('GET /api/documents', { json: page([document({})]) });
    renderProjectScreen(<DataCollectionPage />);
    await row();
    expect(within(screen.getByTestId('upload-area')).getByRole('button', { name: 'Upload documents' })).toBeTruthy();
  });

  it('shows interrupted uploads, and can discard them (DOC-26)', async () => {
    const kept = {
      ...{ id: 'kept', projectId: 'project-with-broken-upload', name: 'volume.pdf', size: 100_000_000 },
      ...{ sent: 62_000_000, lastModified: 1, category: null, at: Date.now() },
    };
    window.localStorage.setItem('symbio-broken-off-uploads', JSON.stringify([kept]));
    server.on('DELETE /api/document-uploads/kept', { json: { success: true } });
    const view = renderProjectScreen(<DataCollectionPage />, 'owner', { ...project, id: kept.projectId });
    const notice = await screen.findByTestId('interrupted-upload');
    expect(notice.textContent).toContain('volume.pdf stopped at 62% of 95 MB. Choose the same file again');
    await view.user.click(within(notice).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(server.requestsOf('DELETE /api/document-uploads/kept')).toHaveLength(1));
    expect(screen.queryByTestId('interrupted-upload')).toBeNull();
    expect(window.localStorage.getItem('symbio-broken-off-uploads')).toBeNull();
  });
});
