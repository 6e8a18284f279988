import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { fakeServer, heldAnswer } from '../../testing/fake-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { medium } from '../../lib/formats.js';
import { useCurrentBreadcrumbTail } from '../../lib/breadcrumb-tail.js';
import { renderRoutes, renderScreen } from '../../testing/render.js';
import { ProjectContext, rightsOf } from '../../lib/project-context.js';
import type { DocumentPage } from '../../viewer/page-records.js';
import type { PdfViewerProps } from '../../viewer/pdf-viewer.js';
import type { ProjectDocument } from './documents-api.js';
import { expiryOf } from './signed-addresses.js';

// jsdom has nothing to scroll or to measure
Element.prototype.scrollIntoView = () => undefined;
globalThis.ResizeObserver = class {
  observe() {
    // nothing is measured here
  }
  unobserve() {
    // nothing was observed
  }
  disconnect() {
    // nothing was observed
  }
};

// OpenSeadragon needs a real canvas, the PDF library a real worker: what they draw is seen in the browser journeys
jest.unstable_mockModule('../../viewer/sheet-viewer.js', () => ({
  SheetViewer: ({
    sheet,
    description,
    hits,
    children,
  }: {
    sheet: { tileSource: { Image: { Url: string } } } | null;
    description: string;
    hits: readonly { x: number }[];
    children: ReactNode;
  }) =>
    sheet ? (
      <div data-testid="sheet" data-hits={hits.map(({ x }) => x).join(' ')} data-url={sheet.tileSource.Image.Url}>
        {description}
      </div>
    ) : (
      <div>{children}</div>
    ),
}));
/** What the viewer of the file was given last. */
let given: PdfViewerProps;
jest.unstable_mockModule('../../viewer/pdf-viewer.js', () => ({
  PdfViewer: (props: PdfViewerProps) => {
    given = props;
    return <div data-testid="pdf">{props.title}</div>;
  },
}));
const preloaded: string[] = [];
jest.unstable_mockModule('../../viewer/sheet-preload.js', () => ({
  preloadPages: (pages: readonly DocumentPage[]) => preloaded.push(...pages.map(({ id }) => id)),
}));
const { DocumentViewerPage } = await import('./document-viewer-page.js');

function document(changes: Partial<ProjectDocument> = {}): ProjectDocument {
  return {
    id: 'd1',
    project_id: project.id,
    category: 'sanborn_maps',
    title: 'Sanborn 1887',
    description: null,
    file_name: 'sanborn.pdf',
    file_path: '',
    file_url: '/files/b/sanborn.pdf',
    file_size: 2048,
    mime_type: 'application/pdf',
    uploaded_by: 'u1',
    total_pages: 3,
    pages_ready: 3,
    processing_status: 'pages_ready',
    processing_error: null,
    classification: null,
    active_job: null,
    created_at: '2026-01-01T12:00:00.000Z',
    updated_at: '2026-01-01T12:00:00.000Z',
    ...changes,
  };
}
function page(number: number, changes: Partial<DocumentPage> = {}): DocumentPage {
  return {
    id: `p${number}`,
    document_id: 'd1',
    page_number: number,
    image_path: `h${number}`,
    image_url: null,
    thumbnail_url: null,
    tile_source: {
      Image: {
        xmlns: 'x',
        Url: `/files/t/1/s/d1/${number}/h/`,
        Format: 'jpg',
        Overlap: '0',
        TileSize: '512',
        Size: { Width: '600', Height: '700' },
      },
    },
    width: 600,
    height: 700,
    dpi: 300,
    status: 'ready',
    metadata: { page_type: 'sanborn_map' },
    created_at: '',
    updated_at: '',
    ...changes,
  };
}
const pending = (number: number) => page(number, { status: 'pending', tile_source: null, metadata: null });

let server: FakeServer;
let shown: ProjectDocument;
let pages: DocumentPage[];

beforeEach(() => {
  server = fakeServer();
  shown = document();
  pages = [page(1, { metadata: { page_type: 'sanborn_map', year: 1887 } }), page(2), page(3, { metadata: null })];
  server.on('GET /api/documents', () => ({
    json: { data: [shown], page: 1, per_page: 100, total_pages: 1, count: 1 },
  }));
  server.on('GET /api/documents/d1/pages', () => ({ json: { data: pages } }));
  server.on('GET /api/me', { json: { data: me } });
  server.on('GET /api/public/annotations', { json: { data: [] } });
  server.on('GET /api/document-categories', {
    json: { data: [{ value: 'sanborn_maps', label: 'Sanborn maps', group: 'historic', color: '#aa5500' }] },
  });
});

const open = (at = '/documents/d1', role: 'owner' | 'viewer' = 'owner') =>
  renderRoutes(
    [
      {
        path: '/documents/:documentId',
        element: (
          <ProjectContext value={{ project, role, ...rightsOf(role) }}>
            <DocumentViewerPage />
          </ProjectContext>
        ),
      },
    ],
    at,
  );
const labels = async () =>
  within(await screen.findByRole('list', { name: 'Pages' }))
    .getAllByTestId(/^page-item-/)
    .map((item) => item.textContent);

describe('which viewer opens', () => {
  it('shows a spinner first and reads the first hundred documents of the project (VIEW-01, VIEW-25)', async () => {
    open();
    expect(screen.getByText('Loading...')).toBeTruthy();
    await screen.findByTestId('sheet');
    const asked = server.requestsOf('GET /api/documents')[0]?.query;
    expect([asked?.get('project_id'), asked?.get('page'), asked?.get('per_page')]).toEqual([project.id, '1', '100']);
  });

  it('shows the 404 page for a document that is not there (VIEW-01)', async () => {
    open('/documents/unknown');
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });

  it('shows the 404 page for a document of another project (VIEW-01)', async () => {
    server.on('GET /api/documents/d9', { json: { data: document({ id: 'd9', project_id: 'elsewhere' }) } });
    open('/documents/d9');
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });

  it('says that there is none for a document that is no PDF (VIEW-02, VIEW-07)', async () => {
    shown = document({ mime_type: 'image/tiff', file_name: 'scan.tif' });
    open();
    expect(await screen.findByText('Viewer Not Available - No viewer available for this document type.')).toBeTruthy();
    expect(screen.getByText('image/tiff')).toBeTruthy();
  });

  it('is the simple one for PDFs that are no maps, with tabs, sidebar and metadata (VIEW-02 to VIEW-06)', async () => {
    shown = document({ category: 'phase_1_esa', mime_type: 'application/octet-stream', file_name: 'Report.PDF' });
    const { user } = open();
    expect(await screen.findByTestId('pdf')).toBeTruthy();
    const sidebar = screen.getByRole('complementary').textContent;
    for (const part of ['2 KB', 'application/octet-stream', medium(shown.created_at)]) expect(sidebar).toContain(part);
    expect(screen.getAllByRole('tab')).toHaveLength(2);
    expect(screen.getByRole('tab', { name: 'PDF Viewer' }).getAttribute('aria-selected')).toBe('true');
    await user.click(screen.getByRole('tab', { name: 'Metadata' }));
    const metadata = screen.getByRole('tabpanel');
    const texts = (selector: string) => [...metadata.querySelectorAll(selector)].map((part) => part.textContent);
    expect(texts('dt')).toEqual(['File name', 'Category', 'MIME type', 'File size', 'Uploaded date', 'Project ID']);
    const [uploaded, ...facts] = texts('dd')
      .toSpliced(0, 0, texts('dd')[4] ?? '')
      .toSpliced(5, 1);
    expect(uploaded).toBe(medium(shown.created_at));
    expect(facts).toEqual(['Report.PDF', 'Phase 1 esa', 'application/octet-stream', '2.00 KB', project.id]);
    // the file is kept where it was
    await user.click(screen.getByRole('tab', { name: 'PDF Viewer' }));
    expect(screen.getByRole('tabpanel', { name: 'PDF Viewer' }).contains(screen.getByTestId('pdf'))).toBe(true);
  });

  it.each(['sanborn_maps', 'topographic_maps', 'aerial_imagery'])(
    'is the page-based one for %s (VIEW-03)',
    async (category) => {
      shown = document({ category });
      open();
      expect(await screen.findByTestId('sheet')).toBeTruthy();
      expect(screen.queryByRole('tab')).toBeNull();
    },
  );

  it('reads a document beyond the first hundred by itself (VIEW-25)', async () => {
    server.on('GET /api/documents/d101', { json: { data: document({ id: 'd101', category: 'phase_1_esa' }) } });
    open('/documents/d101');
    expect(await screen.findByTestId('pdf')).toBeTruthy();
  });

  it('hands the title of the document to the breadcrumbs (NAV-25)', async () => {
    function Crumb() {
      return <output data-testid="crumb">{useCurrentBreadcrumbTail() ?? ''}</output>;
    }
    renderScreen(<Crumb />);
    expect(screen.getByTestId('crumb').textContent).toBe('');
    const { unmount } = open();
    await waitFor(() => expect(screen.getByTestId('crumb').textContent).toBe('Sanborn 1887'));
    unmount();
    expect(screen.getByTestId('crumb').textContent).toBe('');
  });
});

describe('words that are looked for in a document', () => {
  const hit = (number: number, x: number) => ({
    document_id: 'd1',
    document_title: 'Sanborn 1887',
    page_id: `p${number}`,
    page_number: number,
    label: '',
    thumbnail_url: null,
    snippet: 'GAS HOLDER',
    boxes: [{ text: 'GAS', x, y: 10, width: 40, height: 12 }],
  });
  const search = `GET /api/projects/${project.id}/page-search`;

  beforeEach(() => {
    const found = [hit(2, 120), hit(3, 300)];
    server.on(search, { json: { data: found, page: 1, per_page: 100, total_pages: 1, count: 2 } });
  });

  it('are outlined on the page of the address, and the list has the pages that hold them', async () => {
    open('/documents/d1?page=3&q=gas');
    await waitFor(() => expect(screen.getByTestId('sheet').getAttribute('data-hits')).toBe('300'));
    expect(await labels()).toEqual(['Sanborn Map (Page 2)', 'Page 3']);
    expect(screen.getByText('On 2 pages')).toBeTruthy();
    const asked = server.requestsOf(search)[0]?.query;
    expect([asked?.get('q'), asked?.get('document_id')]).toEqual(['gas', 'd1']);
  });

  it('are asked for with the key "/" and stay while pages are turned', async () => {
    const { user, path } = open();
    await screen.findByTestId('sheet');
    await user.keyboard('/gas');
    await waitFor(() => expect(path()).toBe('/documents/d1?page=1&q=gas'));
    await user.click(await screen.findByTestId('page-item-3'));
    expect(path()).toBe('/documents/d1?page=3&q=gas');
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(path()).toBe('/documents/d1?page=3'));
  });

  it('are marked in the text of a document that is no map, on the page of the address', async () => {
    shown = document({ category: 'phase_1_esa' });
    const { path } = open('/documents/d1?page=2&q=gas');
    expect(await screen.findByTestId('pdf')).toBeTruthy();
    expect(given.start).toEqual({ page: 2, isReached: false, words: 'gas' });
    act(() => given.onPage?.(7));
    await waitFor(() => expect(path()).toBe('/documents/d1?page=7&q=gas'));
    await waitFor(() => expect(given.start).toEqual({ page: 7, isReached: true, words: 'gas' }));
  });

  it('of a scan, whose file has no text, are outlined on its page pictures', async () => {
    shown = document({ category: 'phase_1_esa' });
    open('/documents/d1?page=2&q=gas');
    await screen.findByTestId('pdf');
    act(() => given.onNothingFound?.());
    await waitFor(() => expect(screen.getByTestId('sheet').getAttribute('data-hits')).toBe('120'));
  });

  it('stay with the file where there are no page pictures', async () => {
    shown = document({ category: 'phase_1_esa', pages_ready: 0 });
    open('/documents/d1?page=2&q=gas');
    await screen.findByTestId('pdf');
    act(() => given.onNothingFound?.());
    expect(screen.getByTestId('pdf')).toBeTruthy();
  });
});

describe('the page-based viewer', () => {
  it('lists the sanborn sheets and opens the first of them (VIEW-08, VIEW-09, VIEW-13, VIEW-14)', async () => {
    open();
    expect((await screen.findByTestId('sheet')).textContent).toBe('Sanborn 1887, Year 1887');
    expect(await labels()).toEqual(['Year 1887', 'Sanborn Map (Page 2)']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sanborn 1887');
    expect(await screen.findByText('Sanborn maps')).toBeTruthy();
  });

  it('labels topographic sheets and aerial photos by what they are (VIEW-10, VIEW-11, VIEW-12)', async () => {
    shown = document({ category: 'aerial_imagery' });
    pages = [
      page(1, { metadata: { page_type: 'aerial_photo', year: 1958 } }),
      page(2, { metadata: { page_type: 'aerial_photo' } }),
      page(3, { metadata: { page_type: 'topographic_map' } }),
      page(4, { metadata: null }),
    ];
    const { user } = open();
    await screen.findByTestId('sheet');
    expect(await labels()).toEqual(['Aerial 1958', 'Aerial Photo (Page 2)']);
    await user.click(screen.getByRole('switch', { name: 'All pages' }));
    expect(await labels()).toEqual(['Aerial 1958', 'Aerial Photo (Page 2)', 'Topographic Map (Page 3)', 'Page 4']);
  });

  it('loads the pictures of the first ten listed pages ahead, once (VIEW-15, CONST-13)', async () => {
    preloaded.length = 0;
    pages = Array.from({ length: 14 }, (_, index) => page(index + 1, index === 3 ? { metadata: null } : {}));
    const { user } = open();
    await screen.findByTestId('sheet');
    const first = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11].map((number) => `p${number}`);
    await waitFor(() => expect(preloaded).toEqual(first));
    await user.click(screen.getByTestId('page-item-3'));
    expect(preloaded).toEqual(first);
  });

  it('says that pages are loading, and why they could not be (VIEW-23, ERR-09)', async () => {
    const { handler, answer } = heldAnswer();
    server.on('GET /api/documents/d1/pages', handler);
    open();
    expect((await screen.findAllByText('Loading pages...')).length).toBeGreaterThan(0);
    answer({ status: 503, json: { error: 'The pages are being moved.' } });
    expect(await screen.findByText('Pages could not be loaded')).toBeTruthy();
    expect(screen.getByText('The pages are being moved.')).toBeTruthy();
  });

  it('shows every page when "All pages" is switched on (OP-42)', async () => {
    const { user } = open();
    await screen.findByTestId('sheet');
    await user.click(screen.getByRole('switch', { name: 'All pages' }));
    expect(await labels()).toEqual(['Year 1887', 'Sanborn Map (Page 2)', 'Page 3']);
  });

  it('opens the page that is chosen and keeps it in the address', async () => {
    const { user, path } = open();
    await user.click(await screen.findByTestId('page-item-2'));
    expect((await screen.findByTestId('sheet')).textContent).toBe('Sanborn 1887, Sanborn Map (Page 2)');
    expect(path()).toBe('/documents/d1?page=2');
  });

  it('keeps filters and a review that is going on while pages are turned and words looked for', async () => {
    const { user, path } = open('/documents/d1?page=p1&annotation=a1&use=dry_cleaner&proposals=open');
    await user.click(await screen.findByTestId('page-item-2'));
    expect(path()).toBe('/documents/d1?page=2&use=dry_cleaner&proposals=open');
    await user.type(screen.getByRole('searchbox'), 'tank{Enter}');
    await waitFor(() => expect(path()).toBe('/documents/d1?page=2&use=dry_cleaner&proposals=open&q=tank'));
  });

  it('opens the page an address asks for, even one of another kind (FEAT-19)', async () => {
    open('/documents/d1?page=p3');
    expect((await screen.findByTestId('sheet')).textContent).toBe('Sanborn 1887, Page 3');
  });

  it('shows the file itself at a press on PDF Viewer (VIEW-08)', async () => {
    const { user } = open();
    await screen.findByTestId('sheet');
    await user.click(screen.getByRole('button', { name: 'PDF Viewer' }));
    expect(screen.getByTestId('pdf').textContent).toBe('Sanborn 1887');
    expect(screen.getByRole('button', { name: 'PDF Viewer' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('offers to process a document without pages, says that it started and shows the pages (VIEW-16, VIEW-20, VIEW-22, DOC-33, DOC-34)', async () => {
    pages = [];
    server.on('POST /api/ingest-generic-pdf', () => {
      pages = [page(1)];
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
    expect(server.requestsOf('POST /api/ingest-generic-pdf')[0]?.body).toEqual({
      documentId: 'd1',
      projectId: project.id,
    });
  });

  it('says why processing failed (ERR-09, OP-44)', async () => {
    pages = [];
    server.on('POST /api/ingest-generic-pdf', {
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
  ])('says why nothing was processed at all (ERR-09, ERR-23): %j', async (answer, why) => {
    pages = [];
    server.on('POST /api/ingest-generic-pdf', answer);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Process Document' }));
    expect(await screen.findByText('Processing Failed')).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
  });

  it('says when the document cannot be read, and reads it again (ERR-17)', async () => {
    server.on('GET /api/documents', { status: 503, json: { error: 'away' } });
    server.on('GET /api/documents/d1', { status: 503, json: { error: 'The document service is away.' } });
    const { user } = open();
    expect(await screen.findByText('Failed to fetch document')).toBeTruthy();
    expect(screen.getByText('The document service is away.')).toBeTruthy();
    server.on('GET /api/documents/d1', { json: { data: shown } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByTestId('sheet')).toBeTruthy();
  });

  it('shows the first sheet while the others are still being made (VIEW-17, VIEW-19)', async () => {
    shown = document({
      processing_status: 'processing',
      active_job: { id: 'j1', status: 'processing', progress: { done: 1, total: 3, message: '' } },
    });
    pages = [page(1), pending(2), pending(3)];
    const { user } = open();
    expect(await screen.findByTestId('sheet')).toBeTruthy();
    expect(await labels()).toEqual(['Sanborn Map (Page 1)', 'Page 2Processing...', 'Page 3Processing...']);
    expect(screen.getByText('1 of 3 pages')).toBeTruthy();
    await user.click(screen.getByTestId('page-item-2'));
    expect(await screen.findByText('Processing Images')).toBeTruthy();
    expect(screen.getByText(/We are processing the document images in the background. Please wait.../)).toBeTruthy();
  });

  it('offers to make an image that is missing (VIEW-17, VIEW-18)', async () => {
    pages = [page(1, { status: 'failed', tile_source: null, error: 'The page is too large.' })];
    server.on('POST /api/document-processor', {
      json: { data: null, success: true, jobId: 'j', jobType: 'background-generate-images', error: null },
    });
    const { user } = open();
    expect(await screen.findByText('Image not available')).toBeTruthy();
    expect(screen.getByText("This page hasn't been processed yet or the image failed to generate.")).toBeTruthy();
    expect(await labels()).toEqual(['Sanborn Map (Page 1)No image']);
    await user.click(screen.getByRole('button', { name: 'Process Images' }));
    await waitFor(() =>
      expect(server.requestsOf('POST /api/document-processor')[0]?.body).toEqual({
        documentId: 'd1',
        projectId: project.id,
        jobType: 'background-generate-images',
      }),
    );
  });

  it('asks to choose a page when none is listed (VIEW-21)', async () => {
    pages = [page(1, { metadata: { page_type: 'aerial_photo' } })];
    const { user } = open();
    await screen.findByTestId('sheet');
    await user.click(screen.getByRole('switch', { name: 'All pages' }));
    expect(await screen.findByText('Select a page to view')).toBeTruthy();
    expect(screen.getByText('Choose a page from the sidebar to start viewing the document.')).toBeTruthy();
  });

  it('offers no processing to people who may only look (OP-09)', async () => {
    pages = [];
    open('/documents/d1', 'viewer');
    await screen.findByText('Document not processed');
    expect(screen.queryByRole('button', { name: 'Process Document' })).toBeNull();
  });
});

describe('a page that stays open', () => {
  it('has its signed addresses renewed before they expire, for hours and without anybody noticing (CONST-03)', async () => {
    jest.useFakeTimers();
    try {
      const expiry = () => Math.floor(Date.now() / 1000) + 3600;
      server.on('GET /api/documents/d1/pages', () => {
        const sheet = page(1, { thumbnail_url: `/files/b/thumbnail.webp?exp=${expiry()}&sig=x` });
        const image = { ...sheet.tile_source?.Image, Url: `/files/t/${expiry()}/s/d1/1/h/` };
        return { json: { data: [{ ...sheet, tile_source: { Image: image } }] } };
      });
      open();
      await act(() => jest.advanceTimersByTimeAsync(2_000));
      const seconds = (address: string | null | undefined) => (expiryOf(address) ?? 0) / 1000;
      for (let minutes = 0; minutes < 240; minutes += 10) {
        await act(() => jest.advanceTimersByTimeAsync(10 * 60_000));
        const now = Date.now() / 1000;
        expect(seconds(screen.getByTestId('sheet').dataset.url)).toBeGreaterThan(now);
        expect(seconds(screen.getByTestId('page-item-1').querySelector('img')?.getAttribute('src'))).toBeGreaterThan(
          now,
        );
      }
      // once an hour, not all the time
      expect(server.requestsOf('GET /api/documents/d1/pages').length).toBeLessThan(8);
    } finally {
      jest.useRealTimers();
    }
  });

  it('asks for a new address of the file when the viewer needs one', async () => {
    shown = document({ category: 'phase_1_esa', file_url: '/files/b/report.pdf?exp=1&sig=old' });
    server.on('GET /api/documents/d1', {
      json: { data: document({ file_url: '/files/b/report.pdf?exp=99999999999&sig=new' }) },
    });
    const piece = { status: 206, text: 'PDF', headers: { 'content-range': 'bytes 0-2/3' } };
    server.on('GET /files/b/report.pdf', ({ query }) => (query.get('sig') === 'new' ? piece : { status: 403 }));
    open();
    await screen.findByTestId('pdf');
    expect((await given.source.read(0, 3, new AbortController().signal)).total).toBe(3);
    expect(server.requestsOf('GET /files/b/report.pdf')).toHaveLength(1);
  });

  it('tells the viewer when the document is gone', async () => {
    shown = document({ category: 'phase_1_esa', file_url: null });
    open();
    await screen.findByTestId('pdf');
    const reading = given.source.read(0, 3, new AbortController().signal);
    await expect(reading).rejects.toMatchObject({ name: 'FileLost' });
  });
});

describe('one page again', () => {
  const broken = page(2, { status: 'failed', tile_source: null, error: 'The page is damaged.' });

  it('a page that failed is run again from the list or in its place, and the job is named', async () => {
    pages = [page(1), broken];
    server.on('POST /api/documents/d1/pages/2/process', { json: { data: { job_id: 'job-88' } } });
    const { user } = open('/documents/d1?page=2');
    expect(await screen.findByText('The page is damaged.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Run this page again' }));
    expect(await screen.findByText('Page 2 Processing Started')).toBeTruthy();
    expect(screen.getByText('Job ID: job-88')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Run page 2 again' }));
    await waitFor(() => expect(server.requestsOf('POST /api/documents/d1/pages/2/process')).toHaveLength(2));
  });

  it('any page is run again by its menu; a refusal is told (ERR-09)', async () => {
    server.on('POST /api/documents/d1/pages/1/process', { status: 409, json: { error: 'A job is running already.' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for page 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Run page 1 again' }));
    expect(await screen.findByText('Processing Failed')).toBeTruthy();
    expect(screen.getByText('A job is running already.')).toBeTruthy();
  });

  it('is not for people who may only look (OP-09)', async () => {
    pages = [page(1), broken];
    open('/documents/d1?page=2', 'viewer');
    expect(await screen.findByText('The page is damaged.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /again|Actions for page/ })).toBeNull();
  });
});
