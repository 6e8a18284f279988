/** The report without a layout: both writers print the same words from it. */
export interface Content {
  title: string;
  subtitle: string;
  /** Of the cover. */
  facts: Fact[];
  /** On each page but the cover. */
  header: { left: string; right: string };
  /** On each page: version, lock and evidence. */
  footer: string;
  author: string;
  /** ISO 8601. */
  locked_at: string;
  chapters: Chapter[];
}

export interface Chapter {
  /** Tag of a firm's template. */
  key: ChapterKey;
  /** Number or letter with the title: `1  Executive summary`, `Appendix A  Figures`. */
  title: string;
  blocks: Block[];
  /** Begins on a new page. */
  starts_page: boolean;
}

/** Chapters, then appendices, in order. */
export const CHAPTER_KEYS = [
  'executive_summary',
  'introduction',
  'user_information',
  'site_description',
  'adjoining_properties',
  'physical_setting',
  'records_review',
  'historical_use',
  'site_reconnaissance',
  'interviews',
  'findings',
  'data_gaps',
  'conclusions',
  'declaration',
  'figures',
  'photographs',
  'chronology',
  'records',
  'coverage',
  'questionnaire',
  'sources',
  'further_documents',
  'changes',
  'unreviewed',
] as const;

export type ChapterKey = (typeof CHAPTER_KEYS)[number];

export type Text = Inline[];
export type Inline =
  | string
  | { bold: string }
  /** Hashes and file names. */
  | { code: string }
  | { link: string; href: string }
  /** Number of a figure of the report. */
  | { figure: number };

export interface Fact {
  label: string;
  text: Text;
}

export type Block =
  | { kind: 'heading'; title: string }
  | { kind: 'paragraph'; text: Text }
  /** Something that a reader must not miss. */
  | { kind: 'notice'; text: Text }
  | { kind: 'facts'; facts: Fact[] }
  | TableBlock
  | FigureBlock
  | PhotographBlock
  | { kind: 'signature'; lines: string[] };

export interface TableBlock {
  kind: 'table';
  columns: Column[];
  rows: Text[][];
}

export interface Column {
  title: string;
  /** Relative to the other columns. */
  width: number;
  centered?: boolean;
}

export interface FigureBlock extends Picture {
  kind: 'figure';
  /** For the list of figures. */
  title: string;
}

export interface PhotographBlock extends Picture {
  kind: 'photograph';
}

interface Picture {
  number: number;
  /** Path in the folder of the report. */
  file: string;
  /** In print, inches. */
  width_in: number;
  height_in: number;
  /** For readers who do not see it. */
  alt: string;
  /** Without its number. */
  caption: Text;
}

export const isPicture = (block: Block): block is FigureBlock | PhotographBlock =>
  block.kind === 'figure' || block.kind === 'photograph';

/** Figures of the contents list: those of marks without review are named in their appendix only. */
export const listedFigures = (chapters: readonly Chapter[]): FigureBlock[] =>
  chapters
    .filter(({ key }) => key !== 'unreviewed')
    .flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'figure'));

/** The letters of a text, as printed. */
export const plainText = (text: Text): string =>
  text
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('bold' in part) return part.bold;
      if ('code' in part) return part.code;
      return 'link' in part ? part.link : figureLabel(part.figure);
    })
    .join('');

export const figureLabel = (number: number): string => `Figure ${number}`;
export const photographLabel = (number: number): string => `Photograph ${number}`;
