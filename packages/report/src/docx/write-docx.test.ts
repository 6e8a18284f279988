import { strFromU8 } from 'fflate';
import { composeContent } from '../content/compose-content.js';
import type { Block, Chapter } from '../content/model.js';
import { sampleEvidence } from '../testing/sample-evidence.js';
import { entriesOf } from './normalize.js';
import { paragraphsOf } from './package-file.js';
import { writeDocx } from './write-docx.js';

const HASH = '0123456789abcdef'.repeat(4);
const sample = composeContent({
  ...{ evidence: sampleEvidence(), hash: HASH },
  printed: { figures: [], photographs: [] },
});

async function bodyOf(chapters: Chapter[]): Promise<string> {
  const entries = entriesOf(await writeDocx({ ...sample, facts: [], chapters }, () => Uint8Array.of()));
  return strFromU8(entries.get('word/document.xml') ?? new Uint8Array());
}

const chapterOf = (...blocks: Block[]): Chapter => ({ key: 'sources', title: 'Sources', blocks, starts_page: true });

/** Whether each row of the body's tables may not break, and stays with the next one. */
const rowsOf = (body: string) =>
  Array.from(body.matchAll(/<w:tr>.*?<\/w:tr>/g), ([row]) => ({
    whole: row.includes('<w:cantSplit/>'),
    withNext: row.includes('<w:keepNext/>'),
  }));

it('lists the chapters as the result of a field that Word shows without a question', async () => {
  const body = await bodyOf(sample.chapters);
  const [, contents = ''] = /w:fldCharType="separate"\/>(.*?)<w:fldChar w:fldCharType="end"\/>/.exec(body) ?? [];
  const titles = paragraphsOf(Buffer.from(contents)).filter((line) => line !== '');
  expect(titles).toEqual(sample.chapters.map(({ title }) => title));
  expect(contents.match(/w:anchor="chapter_\d+"/g)).toHaveLength(titles.length);
  expect(body).toContain('<w:instrText>TOC \\o &quot;1-1&quot; \\h</w:instrText>');
  expect(body).not.toContain('w:dirty');
  expect(body).toContain('<w:pStyle w:val="TOCHeading"/>');
});

it('begins a page with its heading, without the space above other headings', async () => {
  const body = await bodyOf([chapterOf()]);
  expect(body).toContain(
    '<w:pStyle w:val="Heading1"/><w:pageBreakBefore/><w:spacing w:before="0"/></w:pPr><w:bookmarkStart',
  );
});

it('keeps facts on one page, and breaks them and rows that need more than one', async () => {
  const facts = (text: string): Block => ({
    kind: 'facts',
    facts: ['First', 'Second'].map((label) => ({ label, text: [text] })),
  });
  expect(rowsOf(await bodyOf([chapterOf(facts('Granted'))]))).toEqual([
    { whole: true, withNext: true },
    { whole: true, withNext: false },
  ]);
  expect(rowsOf(await bodyOf([chapterOf(facts('Long. '.repeat(300)))]))).toEqual([
    { whole: false, withNext: false },
    { whole: false, withNext: false },
  ]);
  const columns = [{ title: 'Reason', width: 1 }];
  const table: Block = { kind: 'table', columns, rows: [[['Short.']], [['Long. '.repeat(300)]]] };
  expect(rowsOf(await bodyOf([chapterOf(table)]))).toEqual([
    { whole: true, withNext: true },
    { whole: true, withNext: false },
    { whole: false, withNext: false },
  ]);
});

it('gives long labels a wider column', async () => {
  const widthOf = async (label: string): Promise<string | undefined> => {
    const body = await bodyOf([chapterOf({ kind: 'facts', facts: [{ label, text: ['Yes'] }] })]);
    return /<w:gridCol w:w="(\d+)"/.exec(body.slice(body.lastIndexOf('<w:tbl>')))?.[1];
  };
  expect(await widthOf('Time')).toBe('2400');
  expect(await widthOf('Does the purchase price reflect the fair market value of the property?')).toBe('5760');
});

it('prints a hash in two lines of the same length', async () => {
  const body = await bodyOf([chapterOf({ kind: 'paragraph', text: [{ code: HASH }] })]);
  const half = HASH.slice(0, 32);
  expect(body).toMatch(new RegExp(`>${half}</w:t></w:r><w:r>.*?<w:br/>.*?>${half}</w:t>`));
});
