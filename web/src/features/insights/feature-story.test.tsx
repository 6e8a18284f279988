import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { FakeServer } from '../../testing/fake-server.js';
import { feature, loose, serverWithFindings, unfoldedHistory } from '../../testing/findings.js';
import { project } from '../../testing/fixtures.js';
import { mediaOfWidth, withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';

jest.unstable_mockModule('./sheet-excerpt.js', () => import('../../testing/sheet-excerpt.js'));
const { InsightsPage } = await import('./insights-page.js');

withoutLayout();

const page = (id: string, number: number, year: number | null, sheet?: string) => ({
  ...{ id, document_id: 'd1', page_number: number, status: 'ready', metadata: { page_type: 'sanborn_map', year } },
  ...(sheet && { title_block: { sheet_number: { value: sheet } } }),
  tile_source: {
    Image: { Url: `/files/${id}/`, Format: 'jpg', TileSize: '512', Size: { Width: '6400', Height: '7600' } },
  },
});
const mark = (id: string, pageId: string, content: string) => ({
  ...{ id, document_id: 'd1', document_page_id: pageId, content, author_type: 'human', author_name: 'Ada Marsh' },
  ...{ annotation_type: 'rectangle', coordinates: { x: 1_000, y: 1_000, width: 200, height: 100 } },
});
const mention = (id: string, annotationId: string, narrative: string, confidence = 9) => ({
  ...loose,
  ...{ id, feature_of_interest_id: 'f1', source_annotation_id: annotationId },
  ...{ current_narrative: narrative, current_confidence: confidence },
});

let server: FakeServer;

beforeEach(async () => {
  localStorage.clear();
  server = await serverWithFindings();
  server.on('GET /api/documents/d1/pages', {
    json: { data: [page('p9', 9, 1926, '12'), page('p4', 4, 1887), page('p5', 5, null)] },
  });
  server.on(`GET /api/projects/${project.id}/annotations`, {
    json: { data: [mark('a1', 'p9', 'TANK'), mark('a2', 'p4', 'HOLDER'), mark('a3', 'p5', 'SHED')] },
  });
  server.on('GET /api/public/mentions', {
    json: {
      data: [mention('m1', 'a1', 'A tank.'), mention('m2', 'a2', 'A holder.', 6.5), mention('m3', 'a3', 'A shed.')],
    },
  });
});

const entries = async () => {
  const list = await screen.findByRole('region', { name: 'Excerpts by year' });
  return within(list).getAllByTestId('story-entry');
};

describe('the story of a feature', () => {
  it('marks the feature and the mentions that an API key wrote in the name of a person', async () => {
    server.on('GET /api/public/features', { json: { data: [{ ...feature('f1', 'Tank', '(1,2)'), via: 'key' }] } });
    server.on('GET /api/public/mentions', {
      json: { data: [{ ...mention('m1', 'a1', 'A tank.'), via: 'key' }, mention('m2', 'a2', 'A holder.')] },
    });
    renderProjectScreen(<InsightsPage />);
    const marks = (await entries()).map((entry) => entry.textContent?.includes('by API key'));
    expect(marks).toEqual([false, true]);
    expect(screen.getByRole('heading', { name: 'Tank' }).parentElement?.textContent).toContain(' · by API key');
  });

  it('is shown by year: excerpt, statement, confidence in words, and numbered sources', async () => {
    renderProjectScreen(<InsightsPage />);
    const texts = (await entries()).map((entry) => entry.textContent);
    expect(texts).toEqual([
      expect.stringMatching(/^1887Page 4, HOLDERA holder\.\[1\]6\.5\/10Medium$/),
      expect.stringMatching(/^1926Sheet 12, TANKA tank\.\[2\]9\/10High$/),
      expect.stringMatching(/^No yearPage 5, SHEDA shed\.\[3\]9\/10High$/),
    ]);
    const notes = within(screen.getByRole('list', { name: 'Footnotes' })).getAllByRole('listitem');
    expect(notes.map(({ textContent }) => textContent)).toEqual([
      'Sanborn 1924, 1887, page 4. Marked by Ada Marsh.',
      'Sanborn 1924, 1926, sheet 12, page 9. Marked by Ada Marsh.',
      'Sanborn 1924, page 5. Marked by Ada Marsh.',
    ]);
  });

  it('shows the part of the sheet around each annotation, and opens it', async () => {
    const { user, path } = renderProjectScreen(<InsightsPage />);
    const [first] = await entries();
    const excerpt = within(first as HTMLElement).getByTestId('story-excerpt');
    expect([...excerpt.querySelectorAll('image')].map((tile) => tile.getAttribute('href'))).toContain(
      '/files/p4/13/2_2.jpg',
    );
    expect(excerpt.querySelectorAll('rect')).toHaveLength(2);
    await user.click(within(first as HTMLElement).getByRole('button', { name: 'View on sheet: 1887, page 4, HOLDER' }));
    await waitFor(() => expect(path()).toContain('annotation=a2'));
  });

  it('leads from a statement to its footnote', async () => {
    const { user } = renderProjectScreen(<InsightsPage />);
    await entries();
    await user.click(screen.getByRole('button', { name: 'Footnote 2' }));
    expect(document.activeElement?.textContent).toContain('sheet 12, page 9');
  });

  it('folds the history and remembers that it was opened (FEAT-22)', async () => {
    const { unmount } = renderProjectScreen(<InsightsPage />);
    const fold = await screen.findByRole('button', { name: 'History (2 records)' });
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('table', { name: 'Mentions' })).toBeNull();
    await unfoldedHistory();
    unmount();
    renderProjectScreen(<InsightsPage />);
    expect(await screen.findByRole('table', { name: 'Mentions' })).toBeTruthy();
  });

  it('lists features by risk, with their years', async () => {
    server.on('GET /api/public/features', {
      json: { data: [{ ...feature('f9', 'House', ''), land_use: ['residential'] }, feature('f1', 'Station', '')] },
    });
    renderProjectScreen(<InsightsPage />);
    const row = await screen.findByTestId('feature-f1');
    expect(within(row).getByText('High risk')).toBeTruthy();
    expect(await within(row).findByRole('img', { name: 'Seen in 2 years, 1887 to 1926' })).toBeTruthy();
    expect(within(screen.getByTestId('feature-f9')).getByText('No known risk')).toBeTruthy();
    const names = screen.getAllByTestId(/^feature-f/).map(({ dataset }) => dataset['testid']);
    expect(names).toEqual(['feature-f1', 'feature-f9']);
  });

  it('is copied for Word: formatted, with footnotes, and as plain text', async () => {
    const { user } = renderProjectScreen(<InsightsPage />);
    await entries();
    const written: Record<string, Blob>[] = [];
    const write = (items: { data: Record<string, Blob> }[]) => {
      written.push(...items.map(({ data }) => data));
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'clipboard', { value: { write }, configurable: true });
    globalThis.ClipboardItem = class {
      constructor(readonly data: Record<string, Blob>) {}
    } as unknown as typeof ClipboardItem;
    await user.click(screen.getByRole('button', { name: 'Copy for Word' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(Object.keys(written[0] ?? {})).toEqual(['text/html', 'text/plain']);
  });

  it('is a page with a way back on a phone, after the list', async () => {
    window.matchMedia = mediaOfWidth(() => 390);
    const { user, path } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Filling Station' }));
    await entries();
    expect(path()).toContain('feature=f1');
    expect(screen.queryByRole('table', { name: 'Features of interest' })).toBeNull();
    const back = screen.getByRole('button', { name: 'Back to features' });
    await waitFor(() => expect(document.activeElement).toBe(back));
    await user.click(back);
    expect(await screen.findByRole('table', { name: 'Features of interest' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Excerpts by year' })).toBeNull();
    expect(path()).not.toContain('feature=');
    Reflect.deleteProperty(window, 'matchMedia');
  });
});

describe('the chronology', () => {
  it('has a row a year and a column a feature, and a figure of them', async () => {
    const { user, path } = renderProjectScreen(<InsightsPage />);
    await entries();
    await user.click(screen.getByRole('tab', { name: /^Chronology/ }));
    const table = await screen.findByRole('table', { name: 'Chronology' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      ...['YearFilling Station', '1887A holder.', '1926A tank.', 'No yearA shed.'],
    ]);
    const figure = screen.getByRole('img', { name: /^Chronology of/ });
    expect(figure.querySelectorAll('rect.risk-1')).toHaveLength(3);
    await user.click(within(table).getByRole('button', { name: 'A tank.' }));
    await waitFor(() => expect(path()).toContain('annotation=a1'));
  });
});
