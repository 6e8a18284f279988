import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  type IParagraphOptions,
  type IShadingAttributesProperties,
  type ITableCellBorders,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  SimpleField,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import {
  type Block,
  type Fact,
  type FigureBlock,
  figureLabel,
  photographLabel,
  type PhotographBlock,
  plainText,
  type TableBlock,
  type Text,
} from '../content/model.js';
import { pictureReference } from './normalize.js';

/** Twips: 6.5 inches between the margins. */
const TEXT_WIDTH = 9_360;
const FACT_LABEL_WIDTH = { short: 2_400, long: 5_760 };
/** Letters of a label that need the wider column. */
const LONG_LABEL = 60;
/** Letters of a row or of facts that may need more than a page: they break over pages. */
const LONG = 1_500;
/** Columns that are narrow, with room for a word. */
const MANY_COLUMNS = 8;
/** Characters of a hash, in two lines of a table. */
const HASH = 64;
/** Pixels of `docx`, 96 an inch. */
const PIXELS = 96;
const HAIR = { style: BorderStyle.SINGLE, size: 4, color: 'C5CED6' };
const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const HEADER_FILL = 'E9EEF2';
const NOTICE = { color: 'B4690E', fill: 'FDF6EC' };

/** Its type is required by the standard of DOCX. */
const shade = (fill: string): IShadingAttributesProperties => ({ type: ShadingType.CLEAR, color: 'auto', fill });

export const run = (part: string): TextRun => new TextRun(part);

/** Its font is on every Windows and Mac; LibreOffice has one of the same widths. */
const codeLine = (text: string, lines = 0): TextRun =>
  new TextRun({ text, font: 'Courier New', size: 13, ...(lines > 0 && { break: lines }) });

const codeRuns = (code: string): TextRun[] =>
  code.length === HASH ? [codeLine(code.slice(0, HASH / 2)), codeLine(code.slice(HASH / 2), 1)] : [codeLine(code)];

/** Runs, links and references of a text. */
export const inline = (text: Text): ParagraphChild[] =>
  text.flatMap((part) => {
    if (typeof part === 'string') return run(part);
    if ('bold' in part) return new TextRun({ text: part.bold, bold: true });
    if ('code' in part) return codeRuns(part.code);
    if ('link' in part)
      return new ExternalHyperlink({
        link: part.href,
        children: [new TextRun({ text: part.link, style: 'Hyperlink' })],
      });
    return new SimpleField(`REF figure_${part.figure} \\h`, figureLabel(part.figure));
  });

export const paragraph = (text: Text, options: IParagraphOptions = {}): Paragraph =>
  new Paragraph({ ...options, children: inline(text) });

/** Paragraphs and tables of blocks. */
export const blocksOf = (blocks: readonly Block[]): (Paragraph | Table)[] => blocks.flatMap(blockOf);

function blockOf(block: Block): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading':
      return [new Paragraph({ heading: HeadingLevel.HEADING_2, children: [run(block.title)] })];
    case 'paragraph':
      return [paragraph(block.text)];
    case 'notice':
      return [
        paragraph(block.text, {
          ...{ shading: shade(NOTICE.fill), spacing: { before: 160, after: 200 }, indent: { left: 200 } },
          border: { left: { style: BorderStyle.SINGLE, size: 24, color: NOTICE.color, space: 8 } },
        }),
      ];
    case 'facts':
      return [factTable(block.facts), gap()];
    case 'table':
      return [dataTable(block), gap()];
    case 'figure':
    case 'photograph':
      return picture(block);
    case 'signature':
      return [
        new Paragraph({
          ...{ spacing: { before: 1_200 }, indent: { right: 4_400 }, keepNext: true },
          border: { top: { style: BorderStyle.SINGLE, size: 6, color: '1D3445', space: 4 } },
          children: block.lines.slice(0, 1).map(run),
        }),
        ...block.lines.slice(1).map((line) => new Paragraph({ children: [run(line)] })),
      ];
  }
}

/** Word joins two tables without a paragraph between them. */
const gap = (): Paragraph => new Paragraph({ style: 'Gap', children: [] });

const BORDERS: ITableCellBorders = { top: HAIR, bottom: HAIR, left: NONE, right: NONE };

interface CellOptions {
  width: number;
  style: string;
  fill?: string;
  centered?: boolean;
  /** With the next row on one page. */
  keepNext?: boolean;
  /** Beside the text, twips. */
  margin?: number;
}

const isLong = (texts: readonly Text[]): boolean => texts.some((text) => plainText(text).length > LONG);

const cell = (
  text: Text,
  { width, style, fill, centered = false, keepNext = false, margin = 80 }: CellOptions,
): TableCell =>
  new TableCell({
    borders: BORDERS,
    width: { size: width, type: WidthType.DXA },
    margins: { top: 40, bottom: 40, left: margin, right: margin },
    ...(fill === undefined ? {} : { shading: shade(fill) }),
    children: [paragraph(text, { style, keepNext, ...(centered && { alignment: AlignmentType.CENTER }) })],
  });

const table = (columnWidths: number[], rows: TableRow[]): Table =>
  new Table({
    ...{ columnWidths, rows, layout: TableLayoutType.FIXED },
    width: { size: TEXT_WIDTH, type: WidthType.DXA },
    borders: { top: HAIR, bottom: HAIR, left: NONE, right: NONE, insideHorizontal: HAIR, insideVertical: NONE },
  });

export function factTable(facts: readonly Fact[]): Table {
  const labelWidth = FACT_LABEL_WIDTH[facts.some(({ label }) => label.length > LONG_LABEL) ? 'long' : 'short'];
  const widths = { label: labelWidth, text: TEXT_WIDTH - labelWidth };
  const staysWhole = !isLong([facts.flatMap(({ text }) => text)]);
  return table(
    Object.values(widths),
    facts.map(({ label, text }, at) => {
      const keepNext = staysWhole && at < facts.length - 1;
      return new TableRow({
        cantSplit: !isLong([text]),
        children: [
          cell([label], { width: widths.label, style: 'FactLabel', keepNext }),
          cell(text, { width: widths.text, style: 'Fact', keepNext }),
        ],
      });
    }),
  );
}

function dataTable({ columns, rows }: TableBlock): Table {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => Math.floor((width / total) * TEXT_WIDTH));
  const margin = columns.length > MANY_COLUMNS ? 40 : 80;
  const cells = (texts: readonly Text[], options: Omit<CellOptions, 'width'>): TableCell[] =>
    texts.map((text, at) =>
      cell(text, { ...options, margin, width: widths[at] ?? 0, centered: columns[at]?.centered ?? false }),
    );
  return table(widths, [
    new TableRow({
      ...{ tableHeader: true, cantSplit: true },
      children: cells(
        columns.map(({ title }) => [{ bold: title }]),
        { style: 'TableText', fill: HEADER_FILL, keepNext: true },
      ),
    }),
    ...rows.map((row) => new TableRow({ cantSplit: !isLong(row), children: cells(row, { style: 'TableText' }) })),
  ]);
}

/** The caption's number is a field with its value, which viewers show without updating fields. */
function picture(block: FigureBlock | PhotographBlock): Paragraph[] {
  const [word, label] =
    block.kind === 'figure' ? ['Figure', figureLabel(block.number)] : ['Photograph', photographLabel(block.number)];
  return [
    new Paragraph({
      ...{ keepNext: true, alignment: AlignmentType.CENTER },
      children: [
        new ImageRun({
          type: 'jpg',
          data: pictureReference(block.file),
          transformation: { width: block.width_in * PIXELS, height: block.height_in * PIXELS },
          altText: { name: label, title: label, description: block.alt },
        }),
      ],
    }),
    new Paragraph({
      ...{ style: 'Caption', keepLines: true },
      children: [
        new Bookmark({
          id: `${block.kind}_${block.number}`,
          children: [run(`${word} `), new SimpleField(`SEQ ${word} \\* ARABIC`, String(block.number))],
        }),
        run('. '),
        ...inline(block.caption),
      ],
    }),
  ];
}
