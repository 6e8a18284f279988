import { sampleEvidence } from '../testing/sample-evidence.js';
import type { Evidence } from '../evidence.js';
import { appendices } from './appendices.js';
import { findings } from './judgement.js';
import { plainText, type Block, type ChapterKey } from './model.js';
import { Sources, type PrintedFigure } from './sources.js';

/** Sample with its first mark on a page of 1887, and other fields of the mark, its page or its mention. */
function sourcesOf(over: { mark?: object; page?: object; mention?: object } = {}): Sources {
  const evidence: Evidence = sampleEvidence();
  const [mark, page, mention] = [evidence.annotations[0], evidence.pages[0], evidence.mentions[0]];
  if (!mark || !page || !mention) throw new Error('The sample has no mark.');
  Object.assign(mark, over.mark);
  Object.assign(page, over.page);
  Object.assign(mention, over.mention);
  const figure: PrintedFigure = {
    ...{ number: 2, file: 'figures/figure-002.jpg', annotation_id: mark.id, page_id: page.id, reviewed: true },
    ...{ region: { x: 0, y: 0, width: 100, height: 80 }, scale: 1, print_dpi: 300, scan_dpi: 150 },
    ...{ crop_sha256: '', sha256: '', width_in: 6, height_in: 4 },
  };
  return new Sources(evidence, { figures: [figure], photographs: [] });
}

const blocksOf = (sources: Sources, key: ChapterKey): Block[] =>
  appendices(sources, undefined).find((chapter) => chapter.key === key)?.blocks ?? [];

const rowsOf = (blocks: readonly Block[]): string[][] =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => row.map(plainText)) : []));

function figureOf(over: Parameters<typeof sourcesOf>[0]) {
  const [figure] = blocksOf(sourcesOf(over), 'figures');
  if (figure?.kind !== 'figure') throw new Error('No figure is printed.');
  return { title: figure.title, caption: plainText(figure.caption) };
}

it('a mention that states its year has it in the findings and the chronology, not that of its page', () => {
  const narrative = '"1970: dry cleaner" is listed. Year: 1970 (as the line says).';
  const sources = sourcesOf({ mention: { narrative, year: 1970 } });
  expect(rowsOf(blocksOf(sources, 'chronology')).map(([year, , text]) => [year, text])).toContainEqual([
    '1970',
    narrative,
  ]);
  expect(rowsOf(findings(sources)).map(([year, text]) => [year, text])).toContainEqual(['1970', narrative]);
});

it('an entry of the list of figures has year, sheet and page, as its caption', () => {
  expect(figureOf({})).toMatchObject({
    title: 'Retort house, 1887, sheet 11, page 1',
    caption: expect.stringMatching(/^Retort house\. Sanborn Riverton 1887, sheet 11, page 1 \(S1\)\. /) as string,
  });
  expect(figureOf({ mention: { year: 1970 } })).toMatchObject({
    title: 'Retort house, 1970, sheet 11, page 1',
    caption: expect.stringContaining('Sanborn Riverton 1887, 1970, sheet 11, page 1') as string,
  });
});

it('a caption adds no full stop to a label that ends with one', () => {
  expect(figureOf({ mark: { label: 'BEAM HO.' } }).caption).toMatch(/^BEAM HO\. Sanborn/);
});

it.each([
  [{}, 'Scale measured by a person. North as on the sheet.'],
  [
    { scale_basis: 'georeference', north_basis: 'georeference' },
    'Scale by the place of the sheet on the map. North by the place of the sheet on the map.',
  ],
  [{ feet_per_pixel: undefined, north_degrees: undefined }, 'Scale not established. North not established.'],
])('a caption says what scale and north rest on: %j', (page, text) => {
  expect(figureOf({ page }).caption).toContain(text);
});

it('decisions about records are printed in words, also those locked as codes', () => {
  const sources = sourcesOf();
  const [hit] = sources.evidence.records?.hits ?? [];
  if (hit) hit.disposition = { decision: 'not_relevant', reason: 'Distance', by: 'Ann' };
  expect(rowsOf(blocksOf(sources, 'records'))[0]?.at(-1)).toBe('Not relevant. Distance (Ann)');
});
