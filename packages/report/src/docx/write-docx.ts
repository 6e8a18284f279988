import {
  Bookmark,
  BorderStyle,
  BuilderElement,
  Document,
  Footer,
  Header,
  HeadingLevel,
  InternalHyperlink,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Tab,
  TabStopType,
  TextRun,
} from 'docx';
import type { Table } from 'docx';
import { type Chapter, type Content, figureLabel, listedFigures } from '../content/model.js';
import { blocksOf, factTable, run } from './blocks.js';
import { entriesOf, normalizeDocx, type PictureOf } from './normalize.js';
import { STYLES } from './styles.js';

const RIGHT = { type: TabStopType.RIGHT, position: 9_360 };
/** Of a heading: no space above it. */
const NEW_PAGE = { pageBreakBefore: true, spacing: { before: 0 } };
const HAIR = { style: BorderStyle.SINGLE, size: 4, color: 'C5CED6', space: 4 };

/** The whole report as a Word document. Equal content gives equal bytes. */
export async function writeDocx(content: Content, pictureOf: PictureOf): Promise<Uint8Array> {
  const document = new Document({
    title: `${content.title}: ${content.subtitle}`,
    ...{ creator: content.author, lastModifiedBy: content.author, styles: STYLES },
    sections: [
      {
        properties: {
          titlePage: true,
          page: {
            size: { width: 12_240, height: 15_840 },
            margin: { top: 1_512, bottom: 1_368, left: 1_440, right: 1_440 },
          },
        },
        headers: { default: pageHeader(content) },
        footers: { default: pageFooter(content), first: pageFooter(content) },
        children: [...cover(content), ...contentsList(content), ...content.chapters.flatMap(chapter)],
      },
    ],
  });
  const entries = entriesOf(new Uint8Array(await Packer.toBuffer(document)));
  return normalizeDocx(entries, content.locked_at, pictureOf);
}

const pageHeader = ({ header }: Content): Header =>
  new Header({
    children: [
      new Paragraph({
        ...{ style: 'PageText', tabStops: [RIGHT], border: { bottom: HAIR } },
        children: [new TextRun({ children: [header.left, new Tab(), header.right] })],
      }),
    ],
  });

const pageFooter = ({ footer }: Content): Footer =>
  new Footer({
    children: [
      new Paragraph({
        ...{ style: 'PageText', tabStops: [RIGHT], border: { top: HAIR } },
        children: [
          new TextRun({ children: [footer, new Tab(), 'Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  });

const cover = ({ title, subtitle, facts }: Content): (Paragraph | Table)[] => [
  new Paragraph({ heading: HeadingLevel.TITLE, children: [run(title)] }),
  new Paragraph({ style: 'Subtitle', children: [run(subtitle)] }),
  factTable(facts),
];

/**
 * Links as the result of a field, which Word shows without asking whether to update it. An update adds the numbers of
 * pages, which only Word knows.
 */
function contentsList({ chapters }: Content): Paragraph[] {
  const figures = listedFigures(chapters);
  return [
    new Paragraph({ ...{ style: 'TOCHeading', ...NEW_PAGE }, children: [run('Contents')] }),
    ...chapters.map(({ title }, at) => {
      const link = linkTo(anchorOf(at), title);
      const isLast = at === chapters.length - 1;
      return entry([...(at === 0 ? [contentsField()] : []), link, ...(isLast ? [fieldEnd()] : [])]);
    }),
    ...(figures.length > 0 ? [new Paragraph({ heading: HeadingLevel.HEADING_2, children: [run('Figures')] })] : []),
    ...figures.map(({ number, title }) => entry([linkTo(`figure_${number}`, `${figureLabel(number)}  ${title}`)])),
  ];
}

const entry = (children: ParagraphChild[]): Paragraph => new Paragraph({ style: 'TOC1', children });

const linkTo = (anchor: string, title: string): InternalHyperlink =>
  new InternalHyperlink({ anchor, children: [run(title)] });

const fieldPart = (type: 'begin' | 'separate' | 'end'): BuilderElement<{ type: string }> =>
  new BuilderElement({ name: 'w:fldChar', attributes: { type: { key: 'w:fldCharType', value: type } } });

/** Chapters and appendices, as links. */
const contentsField = (): TextRun => {
  const instruction = new BuilderElement({ name: 'w:instrText' }).addChildElement(String.raw`TOC \o "1-1" \h`);
  return new TextRun({ children: [fieldPart('begin'), instruction, fieldPart('separate')] });
};

const fieldEnd = (): TextRun => new TextRun({ children: [fieldPart('end')] });

const anchorOf = (at: number): string => `chapter_${at + 1}`;

const chapter = ({ title, blocks, starts_page: startsPage }: Chapter, at: number): (Paragraph | Table)[] => [
  new Paragraph({
    ...{ heading: HeadingLevel.HEADING_1, ...(startsPage && NEW_PAGE) },
    children: [new Bookmark({ id: anchorOf(at), children: [run(title)] })],
  }),
  ...blocksOf(blocks),
];
