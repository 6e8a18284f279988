import {
  Bookmark,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  InternalHyperlink,
  Packer,
  PageNumber,
  Paragraph,
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

/** Links instead of a field, which viewers show without asking whether to update it. */
function contentsList({ chapters }: Content): Paragraph[] {
  const entry = (title: string, anchor: string): Paragraph =>
    new Paragraph({ spacing: { after: 60 }, children: [new InternalHyperlink({ anchor, children: [run(title)] })] });
  const figures = listedFigures(chapters);
  return [
    new Paragraph({ ...{ heading: HeadingLevel.HEADING_1, pageBreakBefore: true }, children: [run('Contents')] }),
    ...chapters.map(({ title }, at) => entry(title, anchorOf(at))),
    ...(figures.length > 0 ? [new Paragraph({ heading: HeadingLevel.HEADING_2, children: [run('Figures')] })] : []),
    ...figures.map(({ number, title }) => entry(`${figureLabel(number)}  ${title}`, `figure_${number}`)),
  ];
}

const anchorOf = (at: number): string => `chapter_${at + 1}`;

const chapter = ({ title, blocks, starts_page: startsPage }: Chapter, at: number): (Paragraph | Table)[] => [
  new Paragraph({
    ...{ heading: HeadingLevel.HEADING_1, pageBreakBefore: startsPage },
    children: [new Bookmark({ id: anchorOf(at), children: [run(title)] })],
  }),
  ...blocksOf(blocks),
];
