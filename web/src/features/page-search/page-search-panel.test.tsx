import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, heldAnswer } from '../../testing/fake-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import type { PageHit } from '../../evidence/page-search-api.js';
import { PageSearchPanel } from './page-search-panel.js';

const hit: PageHit = {
  document_id: 'd1',
  document_title: 'Sanborn 1896',
  page_id: 'p3',
  page_number: 3,
  label: 'Year 1896',
  thumbnail_url: '/files/b/thumbnail.webp',
  tile_source: null,
  snippet: '… EAST 99th STREET GAS HOLDER …',
  snippet_parts: [
    { text: '… EAST 99th STREET ', is_hit: false },
    { text: 'GAS', is_hit: true },
    { text: ' ', is_hit: false },
    { text: 'HOLDER', is_hit: true },
    { text: ' …', is_hit: false },
  ],
  boxes: [],
  match: 'exact',
  places: [],
};
const answer = (hits: PageHit[], count = hits.length) => ({
  data: hits,
  page: 1,
  per_page: 10,
  total_pages: 1,
  count,
});
const path = `GET /api/projects/${project.id}/page-search`;

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.on(path, { json: answer([hit]) });
});

function WithBox() {
  const [text, setText] = useState('');
  const box = (
    <input type="search" aria-label="Search documents" value={text} onChange={({ target }) => setText(target.value)} />
  );
  return <PageSearchPanel projectId={project.id} text={text} box={box} />;
}

/** Without pauses, independent of machine load. */
const type = (words: string) => {
  const view = renderProjectScreen(<WithBox />);
  const box = screen.getByRole('searchbox', { name: 'Search documents' });
  for (let end = 1; end <= words.length; end += 1) fireEvent.change(box, { target: { value: words.slice(0, end) } });
  return view;
};

describe('the search over the pages', () => {
  it('shows title, label, image and context of a hit, and opens the viewer there (VIEW-09)', async () => {
    const view = type('gas hold');
    const found = await screen.findByTestId('page-hit-p3');
    expect(found.textContent).toBe('Year 1896, page 3… EAST 99th STREET GAS HOLDER …');
    expect([...found.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['GAS', 'HOLDER']);
    expect(found.querySelector('img')?.getAttribute('src')).toBe('/files/b/thumbnail.webp');
    expect(screen.getByRole('status').textContent).toBe('1 page found');
    await view.user.click(found);
    expect(view.path()).toBe(`/projects/${project.id}/documents/d1?page=3&q=gas+hold`);
  });

  it('shows the highlighted words on the sheet; the page if a tile is missing', async () => {
    const place = {
      text: 'GAS HOLDER',
      match: 'exact' as const,
      confidence: 1,
      x: 3000,
      y: 40,
      width: 300,
      height: 50,
    };
    const tiles = {
      Image: {
        xmlns: 'http://schemas.microsoft.com/deepzoom/2008',
        Url: '/files/t/9/s/d1/3/h/',
        Format: 'jpg',
        Overlap: '0',
        TileSize: '512',
        Size: { Width: '6400', Height: '7600' },
      },
    };
    server.on(path, { json: answer([{ ...hit, tile_source: tiles, places: [place] }]) });
    type('gas holder');
    const found = await screen.findByTestId('page-hit-p3');
    // 300 sheet pixels in three quarters of 132 are a third of full size, so the half-size level is used
    const [tile] = found.querySelectorAll('img');
    expect(tile?.getAttribute('src')).toBe('/files/t/9/s/d1/3/h/12/2_0.jpg');
    expect(within(found).getByTestId('place-mark').style.left).toBe('16.5px');
    if (tile) fireEvent.error(tile);
    expect([...found.querySelectorAll('img')].map(({ src }) => new URL(src).pathname)).toEqual([
      '/files/b/thumbnail.webp',
    ]);
  });

  it('groups pages by document, and marks likely misread or joined words', async () => {
    const place = { text: 'GAS', match: 'near' as const, confidence: 0.6, x: 0, y: 0, width: 9, height: 9 };
    const far: PageHit = { ...hit, document_id: 'd2', document_title: 'Directory', page_id: 'p9', label: 'Page 3' };
    server.on(path, {
      json: answer([hit, { ...far, match: 'part' }, { ...hit, page_id: 'p4', match: 'near', places: [place, place] }]),
    });
    type('gas');
    await screen.findByTestId('page-hit-p4');
    const list = screen.getByRole('list', { name: 'Pages found' });
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Sanborn 1896',
      'Directory',
    ]);
    expect([...list.querySelectorAll('a')].map(({ dataset }) => dataset['testid'])).toEqual([
      'page-hit-p3',
      'page-hit-p4',
      'page-hit-p9',
    ]);
    expect(screen.getByText('Year 1896, page 3 · 2 places · likely misread')).toBeTruthy();
    expect(screen.getByText('Page 3 · words run together or apart')).toBeTruthy();
  });

  it('is navigated with the arrow keys, between the box and the hits', async () => {
    server.on(path, { json: answer([hit, { ...hit, page_id: 'p4' }]) });
    const view = type('gas');
    const last = await screen.findByTestId('page-hit-p4');
    const box = screen.getByRole('searchbox');
    await view.user.click(box);
    await view.user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(last);
    await view.user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(box);
  });

  it('requests once, after the last key, and not for a single letter (CONST-20)', async () => {
    type('gas');
    await screen.findByTestId('page-hit-p3');
    expect(server.requestsOf(path).map(({ query }) => query.get('q'))).toEqual(['gas']);
  });

  it('shows when no page matches', async () => {
    server.on(path, { json: answer([]) });
    type('quicksilver');
    expect(await screen.findByText(/No page contains these words/)).toBeTruthy();
  });

  it('shows more on demand', async () => {
    server.on(path, { json: answer([hit], 40) });
    const view = type('gas');
    await view.user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('40 pages found');
    expect(server.requestsOf(path).at(-1)?.query.get('per_page')).toBe('30');
  });

  it('keeps hits and focus while more load', async () => {
    server.on(path, { json: answer([hit], 40) });
    const view = type('gas');
    const more = await screen.findByRole('button', { name: 'Show more' });
    const { handler, answer: found } = heldAnswer();
    server.on(path, handler);
    await view.user.click(more);
    expect((await screen.findByRole('button', { name: 'Loading more...' })).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByTestId('page-hit-p3')).toBeTruthy();
    expect(document.activeElement).toBe(more);
    found({ json: answer([hit, { ...hit, page_id: 'p4' }], 40) });
    expect(await screen.findByTestId('page-hit-p4')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show more' }));
  });

  it('hides previous hits while it searches for new words', async () => {
    const view = type('gas');
    await screen.findByTestId('page-hit-p3');
    const { handler } = heldAnswer();
    server.on(path, handler);
    await view.user.type(screen.getByRole('searchbox'), ' works');
    expect(await screen.findByText('Searching...')).toBeTruthy();
    expect(screen.queryByTestId('page-hit-p3')).toBeNull();
  });

  it('shows what failed, and retries (ERR-06)', async () => {
    server.on(path, { status: 500, json: { error: 'The search is not available right now.' } });
    const view = type('gas');
    const message = await screen.findByText('The pages could not be searched');
    expect(message).toBeTruthy();
    server.on(path, { json: answer([hit]) });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByTestId('page-hit-p3')).toBeTruthy();
  });
});
