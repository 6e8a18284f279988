import { guessMapScale } from './map-scale.js';
import type { PageEvidence } from './page-evidence.js';
import { guessPageType, guessYear, readPageMetadata } from './page-metadata.js';

const NOW = 2025;
const page = (evidence: Partial<PageEvidence> = {}): PageEvidence => ({
  category: 'sanborn_maps',
  text: '',
  words: [],
  width: 6400,
  height: 7600,
  dpi: 300,
  pictureShare: 1,
  ...evidence,
});
const manyWords = (count: number) =>
  Array.from({ length: count }, () => ({ text: 'word', x: 800, y: 1000, width: 60, height: 20 }));
const year = (text: string, evidence: Partial<PageEvidence> = {}) =>
  guessYear(page({ text, ...evidence }), 'sanborn_map', NOW)?.value;

describe('the type of a page (DATA-09)', () => {
  it('is text where a package says that nothing covers the property', () => {
    const text = 'UNMAPPED PROPERTY\n1964: no coverage of the property in this collection';
    const words = manyWords(11);
    expect(guessPageType(page({ text, words, pictureShare: 0 })).value).toBe('text');
    expect(guessPageType(page({ text, words })).value).toBe('sanborn_map');
  });

  it.each([
    ['sanborn_maps', 'sanborn_map'],
    ['topographic_maps', 'topographic_map'],
    ['aerial_imagery', 'aerial_photo'],
    ['phase_1_esa', 'other'],
  ])('of a scan in a document of category %s is %s', (category, type) => {
    expect(guessPageType(page({ category })).value).toBe(type);
  });

  it('is text for letters and keys bound into a document of maps', () => {
    const letter = page({ width: 1700, height: 2200, dpi: 200, pictureShare: 0.05, words: manyWords(300) });
    expect(guessPageType(letter).value).toBe('text');
  });

  it('is text for a scanned letter, recognized clearly and in lines', () => {
    const words = manyWords(300).map((word) => ({ ...word, confidence: 0.93 }));
    const text = Array.from({ length: 30 }, () => 'ten words of a letter stand here in one line').join('\n');
    expect(guessPageType(page({ width: 1700, height: 2200, dpi: 200, words, text })).value).toBe('text');
    const labels = words.map((word) => ({ ...word, confidence: 0.5 }));
    expect(guessPageType(page({ width: 1700, height: 2200, dpi: 200, words: labels, text })).value).toBe('sanborn_map');
  });

  it('stays the map on a large sheet with many labels', () => {
    const sheet = page({ category: 'topographic_maps', pictureShare: 0, words: manyWords(2000) });
    expect(guessPageType(sheet)).toMatchObject({ value: 'topographic_map', confidence: 0.6 });
  });
});

describe('the year of a page (DATA-09)', () => {
  it('is the one next to the publisher, not a house number', () => {
    const text =
      '1842 1844 1846 MAIN ST. 1900 ELM\nINSURANCE MAPS OF MILLBROOK, OHIO\nPUBLISHED MAY 1926 BY THE SANBORN MAP CO.';
    expect(year(text)).toBe(1926);
  });

  it('is the survey, if edition and reprint are named too', () => {
    expect(year('Surveyed 1894 ... Reprinted 1932')).toBe(1894);
  });

  it('is the one in the margin without better evidence', () => {
    const words = [
      { text: '1911', x: 3000, y: 3500, width: 100, height: 30 },
      { text: '1887', x: 100, y: 80, width: 100, height: 30 },
    ];
    expect(year('1911 1887', { words })).toBe(1887);
  });

  it.each([
    ['surveyed', 'Surveyed 1894'],
    ['copyright', 'Copyright, 1896, by the Map Co.'],
    ['title_block', 'BROOKLYN, N.Y. JAN. 1896'],
    ['revised', 'Corrected to 1911'],
    ['publisher', 'Sanborn Map Co. 1905'],
    ['text', 'the year 1905 on a sheet'],
  ])('has its evidence: %s', (source, text) => {
    expect(guessYear(page({ text }), 'sanborn_map', NOW)?.source).toBe(source);
  });

  const seen = (text: string, x: number, y: number, confidence = 0.9) => ({
    text,
    x,
    y,
    width: text.length * 14,
    height: 20,
    confidence,
    turned: 0,
  });
  const recognised = (...words: ReturnType<typeof seen>[]) =>
    guessYear(page({ words, text: words.map(({ text }) => text).join('\n') }), 'sanborn_map', NOW);

  it('is found by its neighbours, in any order of recognition', () => {
    const guess = recognised(
      seen('1871', 3_000, 3_000),
      seen('1896', 620, 5_000),
      seen('Coal', 2_000, 2_000),
      seen('Copyright', 480, 5_000),
    );
    expect(guess).toMatchObject({ value: 1896, source: 'copyright' });
  });

  it('tolerates misreadings, with less confidence, and only next to evidence', () => {
    const misread = recognised(seen('Copyright', 480, 5_000), seen('18g6', 620, 5_000));
    const clear = recognised(seen('Copyright', 480, 5_000), seen('1896', 620, 5_000));
    expect(misread).toMatchObject({ value: 1896, source: 'copyright' });
    expect(misread?.confidence).toBeLessThan(clear?.confidence ?? 0);
    expect(recognised(seen('LUMBER', 480, 5_000), seen('18g6', 620, 5_000))).toBeUndefined();
  });

  it('is the last of several copyright lines, not the predecessor’s', () => {
    expect(year('Copyright 1872, by William Perris. Copyright 1896, by Sanborn-Perris Map Co., Ld.')).toBe(1896);
  });

  it.each([
    'Sanborn Map Co. 1926\nThis copy was scanned in 2007',
    'INSURANCE MAPS OF OHIO 1926\nReproduced by permission, 2004',
    'Copyright 1926 Sanborn Map Co.\nEDR Copyright 2007',
    'Published 1926 by the Sanborn Map Co.\nCopyright 2001 The Sanborn Library, LLC',
    'Sanborn Map Company 1926, printed 2003',
  ])('is not the year of the copy: %s', (text) => {
    expect(year(text)).toBe(1926);
  });

  it('is unknown with only the stamp of the copy', () => {
    expect(year('Library of Congress 2007')).toBeUndefined();
    expect(year('Copyright 2007 EDR')).toBeUndefined();
  });

  it('is the survey of a quadrangle revised from photographs later', () => {
    const text = 'U.S. GEOLOGICAL SURVEY MILLBROOK QUADRANGLE\nSurveyed 1953 Photorevised 1968';
    expect(guessYear(page({ text }), 'topographic_map', NOW)).toMatchObject({ value: 1953, source: 'surveyed' });
  });

  it('is not a recognized house number, however near to the margin', () => {
    const numbers = ['2003', '2005', '2007'].map((text, index) => seen(text, 2_000 + index * 70, 200));
    expect(recognised(...numbers)).toBeUndefined();
    expect(recognised(seen('1912', 300, 200))).toBeUndefined();
    expect(recognised(...numbers, seen('Copyright', 480, 5_000), seen('1896', 620, 5_000))?.value).toBe(1896);
  });

  it.each([
    ['numbers that run on', 'lot 19261 and 11926'],
    ['years to come', 'copyright 2099'],
    ['no number at all', 'coal yard'],
    ['measures', '1926 ft and 1887 feet'],
  ])('is unknown with %s', (_, text) => {
    expect(year(text)).toBeUndefined();
  });

  it('is less certain with two candidates', () => {
    const sure = guessYear(page({ text: 'copyright 1926' }), 'sanborn_map', NOW)?.confidence ?? 0;
    const torn = guessYear(page({ text: `copyright 1926 ${'x'.repeat(80)} copyright 1931` }), 'sanborn_map', NOW);
    expect(torn?.confidence).toBeLessThan(sure);
    expect(sure).toBeGreaterThan(0.6);
    expect(sure).toBeLessThanOrEqual(1);
  });
});

describe('the scale of a map (DATA-09)', () => {
  it.each([
    ['SCALE 1:24 000', '1:24,000'],
    ['Scale 1:62,500', '1:62,500'],
    ['SCALE 50 FT. TO AN INCH', '1 in = 50 ft'],
    ['Scale: one inch = 400 feet', '1 in = 400 ft'],
    ['2 miles to 1 inch', '1 in = 2 mi'],
  ])('in "%s" is %s', (text, scale) => {
    expect(guessMapScale(text)?.value).toBe(scale);
  });

  it('is more certain next to the word scale', () => {
    expect(guessMapScale('Scale 1:24,000')?.confidence).toBeGreaterThan(guessMapScale('1:24,000')?.confidence ?? 1);
  });

  it.each(['at 11:30 and 1:45', 'ratio 1:50', 'sheet 1: 12'])('is not in "%s"', (text) => {
    expect(guessMapScale(text)).toBeUndefined();
  });

  it('is read in the caption of a photograph, not in prose', () => {
    const read = (more: Partial<PageEvidence>) =>
      readPageMetadata(page({ text: 'Scale 1:20,000', ...more }), NOW).mapScale?.value;
    expect(read({ category: 'aerial_imagery' })).toBe('1:20,000');
    expect(read({ category: 'phase_1_esa', words: manyWords(3), pictureShare: 0 })).toBeUndefined();
    expect(read({})).toBe('1:20,000');
  });
});
