import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { fakeServer } from '../../../testing/fake-server.js';
import type { FakeServer } from '../../../testing/fake-server.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { me, project } from '../../../testing/fixtures.js';
import { renderRoutes } from '../../../testing/render.js';
import { ProjectContext, rightsOf } from '../../../lib/project/project-context.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import type { SheetViewerProps } from '../../../viewer/sheet/viewer-props.js';
import type { SheetMapProps } from '../../../map/map-props.js';
import type { PdfViewerProps } from '../../../viewer/pdf/pdf-viewer.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

// jsdom has no scrolling and no layout
withoutLayout();

// OpenSeadragon needs a real canvas and PDF.js a real worker; e2e tests cover their rendering
jest.unstable_mockModule('../../../viewer/sheet/sheet-viewer.js', () => ({
  SheetViewer: (props: SheetViewerProps) => {
    const { picture, content, rights, children, extraTools } = props;
    stage.sheet = props;
    return picture.sheet ? (
      <>
        {extraTools}
        <div
          data-testid="sheet"
          data-hits={content.hits.map(({ x }) => x).join(' ')}
          data-url={picture.sheet.tileSource.Image.Url}
          data-can-draw={rights.canDraw}
        >
          {picture.description}
        </div>
      </>
    ) : (
      <div>{children}</div>
    );
  },
}));
// MapLibre needs WebGL
jest.unstable_mockModule('../../../map/sheet-map.js', () => ({
  SheetMap: (props: SheetMapProps) => {
    stage.map = props;
    return <div data-testid="map">{`${props.sheets.length} sheets, ${props.markers.length} markers`}</div>;
  },
}));
jest.unstable_mockModule('../../../viewer/pdf/pdf-viewer.js', () => ({
  PdfViewer: (props: PdfViewerProps) => {
    stage.given = props;
    return <div data-testid="pdf">{props.title}</div>;
  },
}));
export const preloaded: string[] = [];
jest.unstable_mockModule('../../../viewer/sheet/preload.js', () => ({
  preloadPages: (pages: readonly DocumentPage[]) => preloaded.push(...pages.map(({ id }) => id)),
}));
const { DocumentViewerPage } = await import('./document-viewer-page.js');

export function document(changes: Partial<ProjectDocument> = {}): ProjectDocument {
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
export function page(number: number, changes: Partial<DocumentPage> = {}): DocumentPage {
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
export const pending = (number: number) => page(number, { status: 'pending', tile_source: null, metadata: null });

class ViewerStage {
  server!: FakeServer;
  shown: ProjectDocument = document();
  pages: DocumentPage[] = [];
  given!: PdfViewerProps;
  sheet!: SheetViewerProps;
  map!: SheetMapProps;
}

export const stage = new ViewerStage();

export function prepareStage(): void {
  beforeEach(() => {
    stage.server = fakeServer();
    stage.shown = document();
    stage.pages = [
      page(1, { metadata: { page_type: 'sanborn_map', year: 1887 } }),
      page(2),
      page(3, { metadata: null }),
    ];
    stage.server.on('GET /api/documents', () => ({
      json: { data: [stage.shown], page: 1, per_page: 100, total_pages: 1, count: 1 },
    }));
    stage.server.on('GET /api/documents/d1/pages', () => ({ json: { data: stage.pages } }));
    stage.server.on('GET /api/me', { json: { data: me } });
    stage.server.on('GET /api/public/annotations', { json: { data: [] } });
    stage.server.on('GET /api/public/georeferences', { json: { data: [], count: 0 } });
    stage.server.on('GET /api/document-categories', {
      json: { data: [{ value: 'sanborn_maps', label: 'Sanborn maps', group: 'historic', color: '#aa5500' }] },
    });
  });
}

export const open = (at = '/documents/d1', role: 'owner' | 'viewer' = 'owner') =>
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
export const labels = async () =>
  within(await screen.findByRole('list', { name: 'Pages' }))
    .getAllByTestId(/^page-item-/)
    .map((item) => item.textContent);
