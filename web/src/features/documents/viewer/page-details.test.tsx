import { screen, within } from '@testing-library/react';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { renderScreen } from '../../../testing/render.js';
import type { TitleBlock } from './about-sheet/title-block-records.js';
import { PageDetails } from './page-details.js';
import { PagesList } from './pages-list.js';

// jsdom does not implement it
Element.prototype.scrollIntoView = () => undefined;

const page = (metadata: DocumentPage['metadata'], changes: Partial<DocumentPage> = {}): DocumentPage => ({
  id: 'p3',
  document_id: 'd1',
  page_number: 3,
  image_path: null,
  image_url: null,
  thumbnail_url: null,
  tile_source: null,
  width: 6400,
  height: 7600,
  dpi: 300,
  status: 'ready',
  metadata,
  created_at: '',
  updated_at: '',
  ...changes,
});
const fact = <Value,>(value: Value, changes: object = {}) => ({
  ...{ value, source: 'lettering' as const, detail: '', confidence: 0.85, read: null, corrected: null },
  ...changes,
});
const block = (facts: Partial<TitleBlock>): TitleBlock => ({ updated_at: '2026-11-22T09:30:00.000Z', ...facts });
const titled = page(
  {
    page_type: 'sanborn_map',
    page_type_confidence: 0.97,
    year: 1887,
    year_source: 'title_block',
    year_confidence: 0.85,
    map_scale: '1 in = 50 ft',
    map_scale_confidence: 0.8,
    page_title: 'Sheet 12, Water Street to Mill Race, with the works of the Millbrook Gas Light Company',
    page_title_source: 'bookmark',
    page_title_confidence: 0.9,
  },
  {
    title_block: block({
      year: fact(1887, { detail: 'title_block' }),
      sheet_number: fact('12', { detail: '12', confidence: 0.9 }),
      city: fact('Millbrook', { source: 'volume', detail: '3 sheets', confidence: 0.65 }),
      scale: fact('1 in = 50 ft', { detail: 'Scale 50 Ft. to One Inch.', confidence: 0.8 }),
      north: fact(90, {
        source: 'person',
        confidence: 1,
        corrected: { by_id: 'u1', by_name: 'Ada Reader', at: '2026-11-22T12:00:00.000Z' },
      }),
    }),
  },
);

beforeEach(() => localStorage.clear());

describe('a page in the list of pages', () => {
  const list = (shown: DocumentPage) => {
    renderScreen(<PagesList pages={[shown]} selectedId={null} isProcessing={false} onSelect={() => undefined} />);
    return screen.getByTestId('page-item-3');
  };

  it('shows below its label its number and its name in the file, in full as a tooltip and for screen readers (VIEW-08, VIEW-09)', () => {
    const item = list(titled);
    within(item).getByText('Year 1887');
    const title = titled.metadata?.page_title ?? '';
    expect(within(item).getByText(title).title).toBe(title);
    screen.getByRole('button', { name: `Year 1887 Sheet 12 · Page 3 ${title}` });
  });

  it('shows only its page number if the sheet number is unknown', () => {
    list(page({ page_type: 'sanborn_map', year: 1887 }));
    screen.getByRole('button', { name: 'Year 1887 Page 3' });
  });

  it.each([
    ['none', undefined],
    ['none but blanks', ' '],
    ['the one it has already', 'Sanborn Map (Page 3)'],
  ])('has no other line for %s', (_what, title) => {
    list(page({ page_type: 'sanborn_map', page_title: title }));
    screen.getByRole('button', { name: 'Sanborn Map (Page 3)' });
  });
});

describe('the details of a sheet', () => {
  const facts = async (shown: DocumentPage): Promise<string[]> => {
    const { user } = renderScreen(<PageDetails page={shown} />);
    await user.click(screen.getByRole('button', { name: /^About this sheet/ }));
    const details = screen.getByRole('region', { name: 'About this sheet' });
    const values = within(details).getAllByRole('definition');
    return within(details)
      .getAllByRole('term')
      .map((term, index) => `${term.textContent}: ${values[index]?.textContent}`);
  };

  it('show the recognized facts with source and confidence (DATA-09)', async () => {
    expect(await facts(titled)).toEqual([
      'Page: 3',
      `Title: ${titled.metadata?.page_title}Read in the bookmark of the page, 90% sure`,
      'Kind: Sanborn map97% sure',
      'Year: 1887Read in the title block, 85% sure',
      'Sheet number: 12Read on the sheet: “12”, 90% sure',
      'Volume: Not known',
      'City: MillbrookFrom the other sheets of the volume, 65% sure',
      'Scale: 1 in = 50 ftRead on the sheet: “Scale 50 Ft. to One Inch.”, 80% sure',
      'North: 90° (right)Corrected by Ada Reader on Nov 22, 2026',
      'Text: Not known',
      'Size: 6400 × 7600 pixels300 dots per inch',
    ]);
  });

  it('show unknown facts, and omit unknown sources (DATA-08)', async () => {
    const metadata = { page_type: null, page_title: 'Plate 4', page_title_source: 'watermark' };
    expect(await facts(page(metadata, { width: null, height: null }))).toEqual([
      'Page: 3',
      'Title: Plate 4',
      'Kind: Not known',
      'Year: Not known',
      'Sheet number: Not known',
      'Volume: Not known',
      'City: Not known',
      'Scale: Not known',
      'North: Not known',
      'Text: Not known',
      'Size: Not known',
    ]);
  });

  it('show a provider of photographs only', async () => {
    expect(await facts(page({ page_type: 'aerial_photo' }))).toContain('Provider: Not known');
  });

  it.each([
    ['pdf', 'From the file'],
    ['read', 'Read from the picture'],
    ['both', 'From the file, and read from the picture'],
  ])('show where the text comes from: %s', async (source, said) => {
    expect(await facts(page({ page_type: null, text_source: source }))).toContain(`Text: ${said}`);
  });

  it('show year and scale from a server without title blocks', async () => {
    const metadata = { year: 1896, year_source: 'file_name', year_confidence: 0.5, map_scale: '1:24,000' };
    expect(await facts(page(metadata))).toEqual(
      expect.arrayContaining(['Year: 1896From the file name, 50% sure', 'Scale: 1:24,000']),
    );
    expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
  });

  it('are summed up while closed, and stay open on the next sheet', async () => {
    const { user, unmount } = renderScreen(<PageDetails page={titled} />);
    const button = screen.getByRole('button', { name: 'About this sheet 1887 · Sheet 12' });
    expect(screen.queryByRole('term')).toBeNull();
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    unmount();
    renderScreen(<PageDetails page={page(null)} />);
    expect(screen.getAllByRole('term').length).toBeGreaterThan(0);
  });
});
