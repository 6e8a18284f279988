import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '../../../lib/http/api.js';
import { project } from '../../../testing/fixtures.js';
import { medium } from '../../../lib/ui/formats.js';
import { useCurrentBreadcrumbTail } from '../../../lib/navigation/breadcrumb-tail.js';
import { renderScreen } from '../../../testing/render.js';
import { expiryOf } from '../../../evidence/signed-urls.js';
import { setLetterKeysOn } from '../../../lib/ui/letter-keys.js';
import { heldAnswer } from '../../../testing/fake-server.js';
import { opensPagesOf, PAGES_FIRST } from './pages-first.js';
import { document, labels, open, page, prepareStage, stage } from './viewer-stage.js';

prepareStage();

describe('which viewer opens', () => {
  it('shows a spinner first and reads the first hundred documents of the project (VIEW-01, VIEW-25)', async () => {
    open();
    expect(screen.getByText('Loading...')).toBeTruthy();
    await screen.findByTestId('sheet');
    const asked = stage.server.requestsOf('GET /api/documents')[0]?.query;
    expect([asked?.get('project_id'), asked?.get('page'), asked?.get('per_page')]).toEqual([project.id, '1', '100']);
  });

  it('shows the 404 page for a missing document (VIEW-01)', async () => {
    open('/documents/unknown');
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });

  it('says that the open document was deleted by another person, and where to restore it', async () => {
    const view = open();
    await screen.findByTestId('sheet');
    stage.server.on('GET /api/documents', { json: { data: [], page: 1, per_page: 100, total_pages: 1, count: 0 } });
    stage.server.on('GET /api/documents/d1', { status: 404, json: { error: 'Document not found', code: 'not_found' } });
    act(() => void view.store.dispatch(api.util.invalidateTags(['Document'])));
    expect(await screen.findByText(`“${stage.shown.title}” is no longer here`)).toBeTruthy();
    expect(screen.queryByText('Page not found')).toBeNull();
    expect(screen.getByRole('link', { name: 'Recently deleted' }).getAttribute('href')).toBe(
      `/projects/${project.id}/data-collection?deleted=true`,
    );
  });

  it('shows the 404 page for a document of another project (VIEW-01)', async () => {
    stage.server.on('GET /api/documents/d9', { json: { data: document({ id: 'd9', project_id: 'elsewhere' }) } });
    open('/documents/d9');
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });

  it('shows that a document that is not a PDF has no viewer (VIEW-02, VIEW-07)', async () => {
    stage.shown = document({ mime_type: 'image/tiff', file_name: 'scan.tif' });
    open();
    expect(await screen.findByText('Viewer Not Available - No viewer available for this document type.')).toBeTruthy();
    expect(screen.getByText('image/tiff')).toBeTruthy();
  });

  it('is the simple one for PDFs other than maps, with tabs, sidebar and metadata (VIEW-02 to VIEW-06)', async () => {
    stage.shown = document({ category: 'phase_1_esa', mime_type: 'application/octet-stream', file_name: 'Report.PDF' });
    const { user } = open();
    expect(await screen.findByTestId('pdf')).toBeTruthy();
    const sidebar = screen.getByRole('complementary').textContent;
    for (const part of ['2 KB', 'application/octet-stream', medium(stage.shown.created_at)])
      expect(sidebar).toContain(part);
    expect(screen.getAllByRole('tab')).toHaveLength(2);
    expect(screen.getByRole('tab', { name: 'PDF Viewer' }).getAttribute('aria-selected')).toBe('true');
    await user.click(screen.getByRole('tab', { name: 'Metadata' }));
    const metadata = screen.getByRole('tabpanel');
    const texts = (selector: string) => [...metadata.querySelectorAll(selector)].map((part) => part.textContent);
    expect(texts('dt')).toEqual(['File name', 'Category', 'MIME type', 'File size', 'Uploaded date', 'Project ID']);
    const [uploaded, ...facts] = texts('dd')
      .toSpliced(0, 0, texts('dd')[4] ?? '')
      .toSpliced(5, 1);
    expect(uploaded).toBe(medium(stage.shown.created_at));
    expect(facts).toEqual(['Report.PDF', 'Phase 1 esa', 'application/octet-stream', '2.00 KB', project.id]);
    await user.click(screen.getByRole('tab', { name: 'PDF Viewer' }));
    expect(screen.getByRole('tabpanel', { name: 'PDF Viewer' }).contains(screen.getByTestId('pdf'))).toBe(true);
  });

  it.each(['sanborn_maps', 'topographic_maps', 'aerial_imagery'])(
    'is the page-based one for %s (VIEW-03)',
    async (category) => {
      stage.shown = document({ category });
      open();
      expect(await screen.findByTestId('sheet')).toBeTruthy();
      expect(screen.queryByRole('tab')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Metadata' })).toBeNull();
    },
  );

  it('links from a page of a PDF other than a map to its metadata (VIEW-03 to VIEW-05)', async () => {
    stage.shown = document({ category: 'phase_1_esa', file_name: 'Report.PDF' });
    const { user, path } = open('/documents/d1?page=2&annotation=a1');
    expect(await screen.findByTestId('sheet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Metadata' }));
    expect(within(await screen.findByRole('tabpanel', { name: 'Metadata' })).getByText('Report.PDF')).toBeTruthy();
    expect(path()).toBe('/documents/d1?page=2');
    await user.click(screen.getByRole('tab', { name: 'PDF Viewer' }));
    expect(screen.getByTestId('pdf')).toBeTruthy();
  });

  it('opens the pages of a record from its row, and from the simple viewer, to be marked', async () => {
    stage.shown = document({ category: 'phase_1_esa', file_name: 'Report.PDF' });
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Mark pages' }));
    expect(await screen.findByTestId('sheet')).toBeTruthy();
    await act(() => router.navigate('/documents/other'));
    await act(() => router.navigate('/documents/d1', { state: PAGES_FIRST }));
    expect(await screen.findByTestId('sheet')).toBeTruthy();
    // turning a page keeps the viewer for a reload
    await user.click(await screen.findByTestId('page-item-2'));
    expect(opensPagesOf(router.state.location.state)).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Metadata' }));
    expect(await screen.findByRole('tabpanel', { name: 'Metadata' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Mark pages' }));
    expect(await screen.findByTestId('sheet')).toBeTruthy();
  });

  it('has only the file of a record without page images', async () => {
    stage.shown = document({ category: 'phase_1_esa', pages_ready: 0 });
    open();
    expect(await screen.findByTestId('pdf')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark pages' })).toBeNull();
  });

  it('reads a document beyond the first hundred individually (VIEW-25)', async () => {
    stage.server.on('GET /api/documents/d101', { json: { data: document({ id: 'd101', category: 'phase_1_esa' }) } });
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

describe('search in a document', () => {
  const hit = (number: number, x: number) => ({
    document_id: 'd1',
    document_title: 'Sanborn 1887',
    page_id: `p${number}`,
    page_number: number,
    label: '',
    thumbnail_url: null,
    snippet: 'GAS HOLDER',
    boxes: [{ text: 'GAS', x, y: 10, width: 40, height: 12 }],
    match: 'exact',
    snippet_parts: [],
    places: [
      { text: 'GAS', match: 'exact', confidence: 1, x, y: 10, width: 40, height: 12 },
      { text: 'GAS', match: 'exact', confidence: 1, x, y: 90, width: 40, height: 12 },
    ],
  });
  const search = `GET /api/projects/${project.id}/page-search`;

  beforeEach(() => {
    const found = [hit(2, 120), hit(3, 300)];
    stage.server.on(search, { json: { data: found, page: 1, per_page: 100, total_pages: 1, count: 2 } });
  });

  it('outlines hits on the current page, and lists the pages with hits', async () => {
    open('/documents/d1?page=3&q=gas');
    await waitFor(() => expect(screen.getByTestId('sheet').getAttribute('data-hits')).toBe('300'));
    expect(await labels()).toEqual(['Sanborn Map (Page 2)', 'Page 3']);
    expect(screen.getByTestId('document-hits').textContent).toBe('3 of 4 on 2 pages');
    const asked = stage.server.requestsOf(search)[0]?.query;
    expect([asked?.get('q'), asked?.get('document_id'), asked?.get('sort')]).toEqual(['gas', 'd1', 'page']);
  });

  it('shows when it failed, and retries on demand', async () => {
    stage.server.on(search, { status: 503, json: { error: 'The service is down.', code: 'unavailable' } });
    const { user } = open('/documents/d1?page=3&q=gas');
    const alert = await screen.findByText('The document could not be searched. The service is down.');
    expect(alert.getAttribute('role')).toBe('alert');
    expect(screen.queryByTestId('document-hits')).toBeNull();
    const again = heldAnswer();
    stage.server.on(search, again.handler);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(window.document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }));
    again.answer({ json: { data: [hit(3, 300)], page: 1, per_page: 100, total_pages: 1, count: 1 } });
    await waitFor(() => expect(screen.getByTestId('document-hits').textContent).toBe('1 of 2 on 1 page'));
    expect(screen.queryByText(/could not be searched/)).toBeNull();
  });

  it('steps through hits with F3 and Enter, wrapping around and across pages', async () => {
    const { user, path } = open('/documents/d1?page=3&q=gas');
    const shown = () => screen.getByTestId('document-hits').textContent;
    await waitFor(() => expect(shown()).toBe('3 of 4 on 2 pages'));
    await user.keyboard('{F3}');
    await waitFor(() => expect(shown()).toBe('4 of 4 on 2 pages'));
    expect(path()).toBe('/documents/d1?page=3&q=gas&hit=4');
    await user.keyboard('{F3}');
    await waitFor(() => expect(path()).toBe('/documents/d1?page=2&q=gas&hit=1'));
    expect(screen.getByTestId('sheet').getAttribute('data-hits')).toBe('120');
    await user.click(screen.getByRole('button', { name: 'Previous place (Shift+F3)' }));
    await waitFor(() => expect(shown()).toBe('4 of 4 on 2 pages'));
    await user.type(screen.getByRole('searchbox'), '{Enter}');
    await waitFor(() => expect(shown()).toBe('1 of 4 on 2 pages'));
  });

  it('is focused with the key "/" and kept while paging', async () => {
    const { user, path } = open();
    await screen.findByTestId('sheet');
    await user.keyboard('/gas');
    await waitFor(() => expect(path()).toBe('/documents/d1?page=1&q=gas'));
    await user.click(await screen.findByTestId('page-item-3'));
    expect(path()).toBe('/documents/d1?page=3&q=gas');
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(path()).toBe('/documents/d1?page=3'));
  });

  it('is not focused with the key "/" where single-letter shortcuts are off (WCAG 2.1.4)', async () => {
    setLetterKeysOn(false);
    try {
      const { user } = open();
      await screen.findByTestId('sheet');
      await user.keyboard('/gas');
      const box = screen.getByRole<HTMLInputElement>('searchbox');
      expect([box.value, box.placeholder]).toEqual(['', 'Find words']);
    } finally {
      act(() => setLetterKeysOn(true));
    }
  });

  it('highlights the text of a document other than a map, on the page in the URL', async () => {
    stage.shown = document({ category: 'phase_1_esa' });
    const { path } = open('/documents/d1?page=2&q=gas');
    expect(await screen.findByTestId('pdf')).toBeTruthy();
    expect(stage.given.start).toEqual({ page: 2, isReached: false, words: 'gas' });
    act(() => stage.given.onPage?.(7));
    await waitFor(() => expect(path()).toBe('/documents/d1?page=7&q=gas'));
    await waitFor(() => expect(stage.given.start).toEqual({ page: 7, isReached: true, words: 'gas' }));
  });

  it('outlines the hits of a scan, whose file has no text, on its page images', async () => {
    stage.shown = document({ category: 'phase_1_esa' });
    open('/documents/d1?page=2&q=gas');
    await screen.findByTestId('pdf');
    act(() => stage.given.onNothingFound?.());
    await waitFor(() => expect(screen.getByTestId('sheet').getAttribute('data-hits')).toBe('120'));
  });

  it('stays in the file if there are no page images', async () => {
    stage.shown = document({ category: 'phase_1_esa', pages_ready: 0 });
    open('/documents/d1?page=2&q=gas');
    await screen.findByTestId('pdf');
    act(() => stage.given.onNothingFound?.());
    expect(screen.getByTestId('pdf')).toBeTruthy();
  });
});

describe('a page that stays open', () => {
  it('renews its signed URLs before they expire, for hours and unnoticed (CONST-03)', async () => {
    jest.useFakeTimers();
    try {
      const expiry = () => Math.floor(Date.now() / 1000) + 3600;
      stage.server.on('GET /api/documents/d1/pages', () => {
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
      // about once an hour, without a tight loop
      expect(stage.server.requestsOf('GET /api/documents/d1/pages').length).toBeLessThan(8);
    } finally {
      jest.useRealTimers();
    }
  });

  it('requests a new URL of the file when the viewer needs one', async () => {
    stage.shown = document({ category: 'phase_1_esa', file_url: '/files/b/report.pdf?exp=1&sig=old' });
    stage.server.on('GET /api/documents/d1', {
      json: { data: document({ file_url: '/files/b/report.pdf?exp=99999999999&sig=new' }) },
    });
    const piece = { status: 206, text: 'PDF', headers: { 'content-range': 'bytes 0-2/3' } };
    stage.server.on('GET /files/b/report.pdf', ({ query }) => (query.get('sig') === 'new' ? piece : { status: 403 }));
    open();
    await screen.findByTestId('pdf');
    expect((await stage.given.source.read(0, 3, new AbortController().signal)).total).toBe(3);
    expect(stage.server.requestsOf('GET /files/b/report.pdf')).toHaveLength(1);
  });

  it('informs the viewer when the document is deleted', async () => {
    stage.shown = document({ category: 'phase_1_esa', file_url: null });
    open();
    await screen.findByTestId('pdf');
    const reading = stage.given.source.read(0, 3, new AbortController().signal);
    await expect(reading).rejects.toMatchObject({ name: 'FileLost' });
  });
});

describe('processing one page again', () => {
  const broken = page(2, { status: 'failed', tile_source: null, error: 'The page is damaged.' });

  it('is offered for a failed page in the list and in its place', async () => {
    stage.pages = [page(1), broken];
    stage.server.on('POST /api/documents/d1/pages/2/process', { json: { data: { job_id: 'job-88' } } });
    const { user } = open('/documents/d1?page=2');
    expect(await screen.findByText('The page is damaged.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Process this page again' }));
    expect(await screen.findByText('Page 2 is being processed again')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Process page 2 again' }));
    await waitFor(() => expect(stage.server.requestsOf('POST /api/documents/d1/pages/2/process')).toHaveLength(2));
  });

  it('is offered for any page in its menu; a refusal is shown (ERR-09)', async () => {
    stage.server.on('POST /api/documents/d1/pages/1/process', {
      status: 409,
      json: { error: 'A job is running already.' },
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for page 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Process page 1 again' }));
    expect(await screen.findByText('Processing Failed')).toBeTruthy();
    expect(screen.getByText('A job is running already.')).toBeTruthy();
  });

  it('is not offered to read-only users (OP-09)', async () => {
    stage.pages = [page(1), broken];
    open('/documents/d1?page=2', 'viewer');
    expect(await screen.findByText('The page is damaged.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /again|Actions for page/ })).toBeNull();
  });
});
