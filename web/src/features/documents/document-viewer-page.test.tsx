import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { fakeServer } from '../../testing/fake-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { renderRoutes } from '../../testing/render.js';
import { ProjectContext, rightsOf } from '../../lib/project-context.js';
import type { DocumentPage } from '../../viewer/page-records.js';
import type { ProjectDocument } from './documents-api.js';

// jsdom has nothing to scroll
Element.prototype.scrollIntoView = () => undefined;

// OpenSeadragon needs a real canvas, the PDF library a real worker: what they draw is seen in the browser journeys
jest.unstable_mockModule('../../viewer/sheet-viewer.js', () => ({
  SheetViewer: ({
    sheet,
    description,
    children,
  }: {
    sheet: object | null;
    description: string;
    children: ReactNode;
  }) => (sheet ? <div data-testid="sheet">{description}</div> : <div>{children}</div>),
}));
jest.unstable_mockModule('../../viewer/pdf-viewer.js', () => ({
  PdfViewer: ({ address }: { address: string }) => <div data-testid="pdf">{address}</div>,
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
    .getAllByRole('button')
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
    for (const part of ['2 KB', 'application/octet-stream', 'Jan 1, 2026']) expect(sidebar).toContain(part);
    expect(screen.getAllByRole('tab')).toHaveLength(2);
    expect(screen.getByRole('tab', { name: 'PDF Viewer' }).getAttribute('aria-selected')).toBe('true');
    await user.click(screen.getByRole('tab', { name: 'Metadata' }));
    const metadata = screen.getByRole('tabpanel').textContent;
    for (const part of ['Report.PDF', 'Phase 1 esa', 'application/octet-stream', '2.00 KB', 'Jan 1, 2026', project.id])
      expect(metadata).toContain(part);
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

  it('opens the page an address asks for, even one of another kind (FEAT-19)', async () => {
    open('/documents/d1?page=p3');
    expect((await screen.findByTestId('sheet')).textContent).toBe('Sanborn 1887, Page 3');
  });

  it('shows the file itself at a press on PDF Viewer (VIEW-08)', async () => {
    const { user } = open();
    await screen.findByTestId('sheet');
    await user.click(screen.getByRole('button', { name: 'PDF Viewer' }));
    expect(screen.getByTestId('pdf').textContent).toBe('/files/b/sanborn.pdf');
  });

  it('offers to process a document without pages, says that it started and shows the pages (VIEW-16, VIEW-20, VIEW-22, DOC-34)', async () => {
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
