import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';

import { LOOK_MS } from './use-page-opening.js';
import { document, labels, open, page, pending, prepareStage, preloaded, stage } from './viewer-stage.js';

prepareStage();

describe('the page-based viewer', () => {
  it('lists the sanborn sheets and opens the first of them (VIEW-08, VIEW-09, VIEW-13, VIEW-14)', async () => {
    open();
    expect((await screen.findByTestId('sheet')).textContent).toBe('Sanborn 1887, Year 1887');
    expect(await labels()).toEqual(['Year 1887Page 1', 'Sanborn Map (Page 2)']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sanborn 1887');
    expect(await screen.findByText('Sanborn maps')).toBeTruthy();
  });

  it('labels topographic sheets and aerial photos by their kind (VIEW-10, VIEW-11, VIEW-12)', async () => {
    stage.shown = document({ category: 'aerial_imagery' });
    stage.pages = [
      page(1, { metadata: { page_type: 'aerial_photo', year: 1958 } }),
      page(2, { metadata: { page_type: 'aerial_photo' } }),
      page(3, { metadata: { page_type: 'topographic_map' } }),
      page(4, { metadata: null }),
    ];
    const { user } = open();
    await screen.findByTestId('sheet');
    expect(await labels()).toEqual(['Aerial 1958Page 1', 'Aerial Photo (Page 2)']);
    await user.click(screen.getByRole('switch', { name: 'All pages' }));
    expect(await labels()).toEqual([
      'Aerial 1958Page 1',
      'Aerial Photo (Page 2)',
      'Topographic Map (Page 3)',
      'Page 4',
    ]);
  });

  it('marks pages that no person has opened, until their sheet was visible for a while', async () => {
    const openingOf = (id: string) => ({
      ...{ page_id: id, document_id: 'd1', project_id: project.id, user_id: 'u', user_name: 'Ada Marsh' },
      ...{ first_at: '', last_at: '' },
    });
    stage.server.on(`GET /api/public/projects/${project.id}/page-openings`, { json: { data: [openingOf('p2')] } });
    stage.server.on('PUT /api/public/document-pages/p1/opened', { json: { data: openingOf('p1') } });
    const sign = (number: number) =>
      within(screen.getByTestId(`page-item-${number}`)).queryByRole('img', { name: 'Not opened yet' })?.textContent;
    jest.useFakeTimers();
    try {
      open();
      await act(() => jest.advanceTimersByTimeAsync(LOOK_MS));
      expect([sign(1), sign(2)]).toEqual(['New', undefined]);
      act(() => stage.sheet.actions.pictured?.(true));
      await act(() => jest.advanceTimersByTimeAsync(2 * LOOK_MS));
      expect(sign(1)).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  it('marks none for people who only read the project, as openings are for its editors', async () => {
    open('/documents/d1', 'viewer');
    await screen.findByTestId('sheet');
    expect(screen.queryByRole('img', { name: 'Not opened yet' })).toBeNull();
    expect(stage.server.requestsOf(`GET /api/public/projects/${project.id}/page-openings`)).toEqual([]);
  });

  it.each([
    ['beside the pages', 'sanborn_maps'],
    ['of another document than a map', 'city_directories'],
  ])('counts a page that the PDF view shows as opened: %s', async (_, category) => {
    stage.shown = document({ category });
    const { user } = open();
    if (category === 'sanborn_maps') await user.click(await screen.findByRole('button', { name: 'PDF Viewer' }));
    await screen.findByTestId('pdf');
    await waitFor(() => expect(stage.server.requestsOf('GET /api/documents/d1/pages')).not.toEqual([]));
    jest.useFakeTimers();
    try {
      act(() => stage.given.onShown?.(1));
      await act(() => jest.advanceTimersByTimeAsync(LOOK_MS - 1));
      act(() => stage.given.onShown?.(2));
      await act(() => jest.advanceTimersByTimeAsync(LOOK_MS));
      expect(stage.server.requestsOf('PUT /api/public/document-pages/p1/opened')).toEqual([]);
      expect(stage.server.requestsOf('PUT /api/public/document-pages/p2/opened')).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('preloads the images of the first ten listed pages, once (VIEW-15, CONST-13)', async () => {
    preloaded.length = 0;
    stage.pages = Array.from({ length: 14 }, (_, index) => page(index + 1, index === 3 ? { metadata: null } : {}));
    const { user } = open();
    await screen.findByTestId('sheet');
    const first = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11].map((number) => `p${number}`);
    await waitFor(() => expect(preloaded).toEqual(first));
    await user.click(screen.getByTestId('page-item-3'));
    expect(preloaded).toEqual(first);
  });

  it('shows that pages are loading, and why that failed (VIEW-23, ERR-09)', async () => {
    const { handler, answer } = heldAnswer();
    stage.server.on('GET /api/documents/d1/pages', handler);
    open();
    expect((await screen.findAllByText('Loading pages...')).length).toBeGreaterThan(0);
    answer({ status: 503, json: { error: 'The pages are being moved.' } });
    expect(await screen.findByText('Pages could not be loaded')).toBeTruthy();
    expect(screen.getByText('The pages are being moved.')).toBeTruthy();
    // processing status is unknown
    expect(screen.queryByText('Document not processed')).toBeNull();
  });

  it('disables drawing until the annotations are loaded, and shows when that failed (ANN-02)', async () => {
    let fails = true;
    stage.server.on('GET /api/public/annotations', () =>
      fails ? { status: 503, json: { error: 'The annotation service is down.' } } : { json: { data: [] } },
    );
    const { user } = open();
    const sheet = await screen.findByTestId('sheet');
    const panel = within(await screen.findByRole('complementary', { name: 'Annotations' }));
    expect(await panel.findByText('The annotation service is down.')).toBeTruthy();
    expect(panel.queryByText('Drag on the sheet to mark what you see.')).toBeNull();
    expect(sheet.dataset['canDraw']).toBe('false');
    fails = false;
    await user.click(panel.getByRole('button', { name: 'Retry' }));
    expect(await panel.findByText('Drag on the sheet to mark what you see.')).toBeTruthy();
    expect(screen.getByTestId('sheet').dataset['canDraw']).toBe('true');
  });

  it('says that hazards may still appear while the document is read', async () => {
    stage.shown = document({ processing_status: 'processing' });
    open();
    const panel = within(await screen.findByRole('complementary', { name: 'Annotations' }));
    expect(
      await panel.findByText('Symbio is reading this document. The hazards that it finds appear here.'),
    ).toBeTruthy();
  });

  it('shows every page when "All pages" is switched on (OP-42)', async () => {
    const { user } = open();
    await screen.findByTestId('sheet');
    await user.click(screen.getByRole('switch', { name: 'All pages' }));
    expect(await labels()).toEqual(['Year 1887Page 1', 'Sanborn Map (Page 2)', 'Page 3']);
  });

  it('opens the selected page and keeps it in the URL', async () => {
    const { user, path } = open();
    await user.click(await screen.findByTestId('page-item-2'));
    expect((await screen.findByTestId('sheet')).textContent).toBe('Sanborn 1887, Sanborn Map (Page 2)');
    expect(path()).toBe('/documents/d1?page=2');
  });

  it('keeps filters and a running review during paging and search', async () => {
    const { user, path } = open('/documents/d1?page=p1&annotation=a1&use=dry_cleaner&proposals=open');
    await user.click(await screen.findByTestId('page-item-2'));
    expect(path()).toBe('/documents/d1?page=2&use=dry_cleaner&proposals=open');
    await user.type(screen.getByRole('searchbox'), 'tank{Enter}');
    await waitFor(() => expect(path()).toBe('/documents/d1?page=2&use=dry_cleaner&proposals=open&q=tank'));
  });

  it('opens the page in the URL, even of another kind (FEAT-19)', async () => {
    open('/documents/d1?page=p3');
    expect((await screen.findByTestId('sheet')).textContent).toBe('Sanborn 1887, Page 3');
  });

  it('shows the file on a click on PDF Viewer (VIEW-08)', async () => {
    const { user } = open();
    await screen.findByTestId('sheet');
    await user.click(screen.getByRole('button', { name: 'PDF Viewer' }));
    expect(screen.getByTestId('pdf').textContent).toBe('Sanborn 1887');
    expect(screen.getByRole('button', { name: 'PDF Viewer' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('offers to process a document without pages, says that it started and shows the pages (VIEW-16, VIEW-20, VIEW-22, DOC-33, DOC-34)', async () => {
    stage.pages = [];
    stage.server.on('POST /api/ingest-generic-pdf', () => {
      stage.pages = [page(1)];
      return {
        json: {
          success: true,
          error: null,
          result: { documentId: 'd1', totalPages: 1, pagesProcessed: 1, pagesSkipped: 0 },
        },
      };
    });
    const { user } = open();
    expect(await screen.findByText('Document not processed')).toBeTruthy();
    expect(screen.getByText('No document pages found. Process the document to extract pages and images.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Process Document' }));
    expect(await screen.findByText('Processing Document')).toBeTruthy();
    expect(
      screen.getByText('We are processing the document and extracting pages. This may take a few moments.'),
    ).toBeTruthy();
    expect(await screen.findByTestId('sheet')).toBeTruthy();
    expect(stage.server.requestsOf('POST /api/ingest-generic-pdf')[0]?.body).toEqual({
      documentId: 'd1',
      projectId: project.id,
    });
  });

  it('says why processing failed (ERR-09, OP-44)', async () => {
    stage.pages = [];
    stage.server.on('POST /api/ingest-generic-pdf', {
      json: { success: false, error: 'This PDF is protected by a password.', result: null },
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Process Document' }));
    expect(await screen.findByText('Processing Failed')).toBeTruthy();
    expect(screen.getByText('This PDF is protected by a password.')).toBeTruthy();
  });

  it.each([
    [{ status: 503, json: { error: 'No worker is there.' } }, 'No worker is there.'],
    [{ status: 502, text: '' }, 'PDF ingestion API failed (502 Bad Gateway)'],
    [{ json: { success: false, error: null, result: null } }, 'PDF ingestion API error'],
  ])('says why nothing was processed at all (ERR-09, ERR-23): %j', async (answer, why) => {
    stage.pages = [];
    stage.server.on('POST /api/ingest-generic-pdf', answer);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Process Document' }));
    expect(await screen.findByText('Processing Failed')).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
  });

  it('says when the document cannot be read, and reads it again (ERR-17)', async () => {
    stage.server.on('GET /api/documents', { status: 503, json: { error: 'away' } });
    stage.server.on('GET /api/documents/d1', { status: 503, json: { error: 'The document service is away.' } });
    const { user } = open();
    expect(await screen.findByText('Failed to fetch document')).toBeTruthy();
    expect(screen.getByText('The document service is away.')).toBeTruthy();
    stage.server.on('GET /api/documents/d1', { json: { data: stage.shown } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByTestId('sheet')).toBeTruthy();
  });

  it('shows the first sheet while others are being processed (VIEW-17, VIEW-19)', async () => {
    stage.shown = document({
      processing_status: 'processing',
      active_job: { id: 'j1', status: 'processing', progress: { done: 1, total: 3, message: '' } },
    });
    stage.pages = [page(1), pending(2), pending(3)];
    const { user } = open();
    expect(await screen.findByTestId('sheet')).toBeTruthy();
    expect(await labels()).toEqual(['Sanborn Map (Page 1)', 'Page 2Processing...', 'Page 3Processing...']);
    expect(screen.getByText('1 of 3 pages')).toBeTruthy();
    await user.click(screen.getByTestId('page-item-2'));
    expect(await screen.findByText('Processing Images')).toBeTruthy();
    expect(screen.getByText(/We are processing the document images in the background. Please wait.../)).toBeTruthy();
  });

  it('offers to create a missing image (VIEW-17, VIEW-18)', async () => {
    stage.pages = [page(1, { status: 'failed', tile_source: null, error: 'The page is too large.' })];
    stage.server.on('POST /api/document-processor', {
      json: { data: null, success: true, jobId: 'j', jobType: 'background-generate-images', error: null },
    });
    const { user } = open();
    expect(await screen.findByText('Image not available')).toBeTruthy();
    expect(screen.getByText("This page hasn't been processed yet or the image failed to generate.")).toBeTruthy();
    expect(await labels()).toEqual(['Sanborn Map (Page 1)No image']);
    await user.click(screen.getByRole('button', { name: 'Process Images' }));
    await waitFor(() =>
      expect(stage.server.requestsOf('POST /api/document-processor')[0]?.body).toEqual({
        documentId: 'd1',
        projectId: project.id,
        jobType: 'background-generate-images',
      }),
    );
  });

  it('asks to choose a page when none is listed (VIEW-21)', async () => {
    stage.pages = [page(1, { metadata: { page_type: 'aerial_photo' } })];
    const { user } = open();
    await screen.findByTestId('sheet');
    await user.click(screen.getByRole('switch', { name: 'All pages' }));
    expect(await screen.findByText('Select a page to view')).toBeTruthy();
    expect(screen.getByText('Choose a page from the sidebar to start viewing the document.')).toBeTruthy();
  });

  it('offers no processing to read-only users (OP-09)', async () => {
    stage.pages = [];
    open('/documents/d1', 'viewer');
    await screen.findByText('Document not processed');
    expect(screen.queryByRole('button', { name: 'Process Document' })).toBeNull();
  });
});

describe('the panel of pages', () => {
  beforeEach(() => localStorage.clear());

  it('folds and unfolds as the person leaves it, and focus follows its button', async () => {
    const { user, unmount } = open();
    await screen.findByTestId('sheet');
    await user.click(await screen.findByRole('button', { name: 'Hide the pages' }));
    const unfold = screen.getByRole('button', { name: 'Show the pages' });
    expect(globalThis.document.activeElement).toBe(unfold);
    unmount();
    const again = open();
    await again.user.click(await screen.findByRole('button', { name: 'Show the pages' }));
    expect(screen.queryByRole('button', { name: 'Show the pages' })).toBeNull();
  });
});
