import { pageFacts } from './page-facts.js';
import type { PageMetadata } from './page-metadata.js';
import { reading } from './title-block/facts.js';

const NAMES = { fileName: 'sanborn-manhattan-1896.pdf', title: 'sanborn-manhattan-1896' };
const seen = (year?: number, confidence = 0.6, pageType: PageMetadata['pageType']['value'] = 'sanborn_map') => ({
  pageType: { value: pageType, confidence: 0.9 },
  ...(year !== undefined && { year: { value: year, confidence, source: 'copyright' as const } }),
});
const yearOf = (metadata: PageMetadata, source: 'pdf' | 'ocr' = 'ocr', text = 'coal yard') => {
  const { year, yearSource, yearConfidence } = pageFacts(metadata, text, source, NAMES);
  return { year, yearSource, yearConfidence };
};

describe('the year of a page and the names of its document (DATA-09)', () => {
  it('come from the name if the page has none, with lower confidence than any reading', () => {
    expect(yearOf(seen())).toEqual({ year: 1896, yearSource: 'file_name', yearConfidence: 0.5 });
  });

  it('agree with higher confidence', () => {
    expect(yearOf(seen(1896))).toEqual({ year: 1896, yearSource: 'copyright', yearConfidence: 0.8 });
  });

  it('prefer the name to a doubtful reading, and the page otherwise', () => {
    expect(yearOf(seen(1854, 0.55))).toMatchObject({ year: 1896, yearSource: 'file_name' });
    expect(yearOf(seen(1905, 0.75))).toMatchObject({ year: 1905, yearSource: 'copyright' });
    expect(yearOf(seen(1905, 0.55), 'pdf')).toMatchObject({ year: 1905, yearSource: 'copyright' });
  });

  it('are unknown on the empty back of a sheet and on a letter, but not on a photograph without text', () => {
    expect(yearOf(seen(), 'ocr', '')).toEqual({ year: undefined, yearSource: '', yearConfidence: 0 });
    expect(yearOf(seen(undefined, 0, 'text'))).toMatchObject({ year: undefined });
    const photograph = pageFacts(seen(undefined, 0, 'aerial_photo'), '', 'ocr', {
      fileName: 'a.pdf',
      title: 'Aerial 1954',
    });
    expect(photograph).toMatchObject({ year: 1954, yearSource: 'title' });
  });

  it('prefer its bookmark to the document, with the title of the page (DATA-09)', () => {
    const names = { bookmark: 'Sheet 12, 1905', title: 'Scanned', subject: '1911' };
    expect(pageFacts({ ...seen(), names }, 'coal yard', 'ocr', NAMES)).toMatchObject({
      year: 1905,
      yearSource: 'bookmark',
      yearConfidence: 0.65,
      pageTitle: 'Sheet 12, 1905',
      pageTitleSource: 'bookmark',
      pageTitleConfidence: 0.9,
    });
    expect(pageFacts(seen(), 'coal yard', 'ocr', NAMES)).toMatchObject({
      pageTitle: undefined,
      pageTitleSource: '',
      pageTitleConfidence: 0,
    });
  });
});

it('spell a city that was read with a space as its file does', () => {
  const cityOf = (fileName: string): unknown => {
    const lettering = [reading('city', 'Mill Brook', 'lettering', 'MILL BROOK', 0.9)];
    const { titleReadings } = pageFacts({ ...seen(), lettering }, 'coal yard', 'ocr', { fileName, title: '' });
    return titleReadings.find(({ fact }) => fact === 'city');
  };
  expect(cityOf('millbrook-north-bank.pdf')).toMatchObject({ value: 'Millbrook', detail: 'MILL BROOK' });
  expect(cityOf('sheets of a mill.pdf')).toMatchObject({ value: 'Mill Brook' });
});
