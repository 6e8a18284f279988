import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { composeContent } from '../content/compose-content.js';
import { sampleEvidence } from '../testing/sample-evidence.js';
import { sampleTemplate } from '../testing/sample-template.js';
import { checkTemplate } from './check-template.js';
import { fillTemplate } from './fill-template.js';
import { openPackage, paragraphsOf } from './package-file.js';

const content = composeContent({
  ...{ evidence: sampleEvidence(), hash: '0123456789abcdef'.repeat(4) },
  printed: { figures: [], photographs: [] },
});
const noPicture = (): never => {
  throw new Error('No picture is expected.');
};

/** Text of a filled template, by part. */
async function fill(paragraphs: readonly string[]) {
  const files = openPackage(await fillTemplate(await sampleTemplate(paragraphs), content, noPicture));
  const linesOf = (pattern: RegExp): string[] =>
    [...files].filter(([name]) => pattern.test(name)).flatMap(([, part]) => paragraphsOf(part));
  return { body: linesOf(/^word\/document\.xml$/), header: linesOf(/^word\/header/), footer: linesOf(/^word\/footer/) };
}

it('fills the tags of a template, in the header too and where Word split them', async () => {
  const { body, header, footer } = await fill(['Our report on {{project_title}}.', '{{conclusions}}', 'The end.']);
  expect(body).toEqual(
    expect.arrayContaining([
      'Our report on Riverside Gas Works Redevelopment.',
      'This assessment has revealed the conditions listed below.',
      'The end.',
    ]),
  );
  expect(header).toContain('Whitfield Environmental, Inc. P-2026-00042');
  expect(footer).toContain('Version 3, locked November 26, 2026, 15:00 UTC, evidence 0123456789abcdef');
  expect(body.join('')).not.toContain('{{');
});

it('leaves an unknown tag visible, and fills a template in the same bytes each time', async () => {
  const paragraphs = ['{{client_nmae}}', '{{findings}}', '{{sources}}'];
  expect((await fill(paragraphs)).body).toContain('{{client_nmae}}');
  const template = await sampleTemplate(paragraphs);
  const [first, second] = [
    await fillTemplate(template, content, noPicture),
    await fillTemplate(template, content, noPicture),
  ];
  expect(Buffer.from(first).equals(second)).toBe(true);
});

it('adds the styles that a template lacks, and uses its own of the same name', async () => {
  const stylesOf = async (template: Uint8Array) => {
    const files = openPackage(await fillTemplate(template, content, noPicture));
    const part = (name: string): string => strFromU8(files.get(name) ?? new Uint8Array());
    return { styles: part('word/styles.xml'), document: part('word/document.xml') };
  };
  const { styles } = await stylesOf(await sampleTemplate(['{{sources}}']));
  expect(styles).toContain('w:styleId="TableText"');
  expect(styles).not.toContain('w:styleId="Caption"');
  const own = '<w:style w:type="paragraph" w:styleId="Tabellentext"><w:name w:val="Table text"/></w:style></w:styles>';
  const firm = await stylesOf(await altered(edit('word/styles.xml', '</w:styles>', own), ['{{sources}}']));
  expect(firm.styles).not.toContain('w:styleId="TableText"');
  expect(firm.document).toContain('<w:pStyle w:val="Tabellentext"/>');
  expect(firm.document).not.toContain('w:val="TableText"');
});

async function altered(
  change: (files: Record<string, Uint8Array>) => void,
  paragraphs: readonly string[] = ['{{findings}}'],
): Promise<Uint8Array> {
  const files = unzipSync(await sampleTemplate(paragraphs));
  change(files);
  return zipSync(files);
}

const edit = (name: string, from: string, to: string) => (files: Record<string, Uint8Array>) => {
  files[name] = strToU8(strFromU8(files[name] ?? new Uint8Array()).replace(from, to));
};

/** Of the first entry, in the directory of the ZIP file. */
function declareSize(bytes: Uint8Array, size: number): Uint8Array {
  const file = Buffer.from(bytes);
  file.writeUInt32LE(size, file.indexOf('PK\u0001\u0002', 0, 'latin1') + 24);
  return file;
}

const RELATIONSHIPS = 'word/_rels/document.xml.rels';
const EXTERNAL =
  '<Relationship Id="x" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="https://example.com/a.dotm" TargetMode="External"/></Relationships>';

describe('a template is refused', () => {
  it.each<[string, () => Promise<Uint8Array>, string]>([
    ['that is no ZIP file', () => Promise.resolve(strToU8('%PDF-1.7')), 'not_a_template'],
    ['that is no Word document', () => Promise.resolve(zipSync({ 'a.txt': strToU8('a') })), 'not_a_template'],
    [
      'that unpacks to more than 100 MB',
      async () => declareSize(await sampleTemplate(['{{findings}}']), 200e6),
      'not_a_template',
    ],
    ['with macros', () => altered((files) => (files['word/vbaProject.bin'] = strToU8('x'))), 'macros'],
    ['that loads another template', () => altered(edit(RELATIONSHIPS, '</Relationships>', EXTERNAL)), 'external'],
    [
      'with a field that starts a program',
      () => altered(edit('word/document.xml', '</w:p>', '<w:r><w:instrText>DDEAUTO c:\\\\x</w:instrText></w:r></w:p>')),
      'fields',
    ],
    ['with unknown tags', () => sampleTemplate(['{{client_nmae}}', '{{toString}}', '{{findings}}']), 'unknown_tags'],
    ['with a chapter within a sentence', () => sampleTemplate(['See {{findings}}.']), 'tag_in_text'],
  ])('%s', async (_, template, code) => {
    expect(checkTemplate(await template()).map((problem) => problem.code)).toEqual([code]);
  });

  it('with a sentence that lists unknown tags', async () => {
    expect(checkTemplate(await sampleTemplate(['{{client_nmae}} {{toString}}']))).toEqual([
      {
        code: 'unknown_tags',
        message: 'The template has tags that Symbio does not know: {{client_nmae}}, {{toString}}.',
      },
    ]);
  });
});

it('accepts a template with known tags and links', async () => {
  const link = EXTERNAL.replace('attachedTemplate', 'hyperlink');
  expect(checkTemplate(await altered(edit(RELATIONSHIPS, '</Relationships>', link)))).toEqual([]);
});
