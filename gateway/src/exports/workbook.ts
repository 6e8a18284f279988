import {
  ANSWER_LABELS,
  COVERAGE_AREA_LABELS,
  COVERAGE_STATE_LABELS,
  DETERMINATION_LABELS,
  GAP_LABELS,
  INTERVIEW_METHOD_LABELS,
  INTERVIEW_ROLE_LABELS,
  LIEN_SEARCH_ORDERER_LABELS,
  LIEN_SEARCH_RESULT_LABELS,
  USER_ANSWER_METHOD_LABELS,
  USER_REPLY_LABELS,
} from '@symbio/proto/labels';
import { cleanText } from '@symbio/runtime';
import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/node';
import type { ExportRow } from './export-row.js';

/** Characters of a cell, the limit of Excel. */
const MAX_CELL = 32_767;
/** Columns of a sheet, the limit of Excel; the first is the year. */
const MAX_FEATURES = 16_383;

type Value = string | number | null | undefined;

interface Column {
  title: string;
  /** In characters. */
  width: number;
  value: (row: ExportRow) => Value;
}

/** With its type, a text is never evaluated, not even one that starts with "=". */
function cell(value: Value): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return { type: Number, value, alignVertical: 'top', align: 'left' };
  return { type: String, value: cleanText(value).slice(0, MAX_CELL), wrap: true, alignVertical: 'top' };
}

const heading = (value: string): Cell => ({ type: String, value: cleanText(value), fontWeight: 'bold', wrap: true });

const column = (title: string, width: number, field: string): Column => ({
  title,
  width,
  value: ({ values }) => values[field],
});

const WORDS: Readonly<Record<string, string>> = {
  on_property: 'On the property',
  near: 'Nearby',
  unknown: 'Not known',
  on: 'Yes',
  perhaps: 'Perhaps',
  off: 'No',
  within: 'Within the distance',
  beyond: 'Beyond adjoining',
  orphan: 'Without a place',
  ...DETERMINATION_LABELS,
  ...COVERAGE_STATE_LABELS,
  ...GAP_LABELS,
  ...COVERAGE_AREA_LABELS,
  ...LIEN_SEARCH_ORDERER_LABELS,
  yes: ANSWER_LABELS.yes,
  no: ANSWER_LABELS.no,
};

const words = (title: string, width: number, field: string): Column => ({
  title,
  width,
  value: ({ values }) => WORDS[String(values[field])] ?? values[field],
});

const day = (title: string, field: string): Column => ({
  title,
  width: 12,
  value: ({ values }) => String(values[field] ?? '').slice(0, 10),
});

const RELATION = [words('Relation', 16, 'relation'), column('Direction', 10, 'direction')];

function landUse(labels: ReadonlyMap<string, string>): Column {
  return {
    title: 'Land use',
    width: 24,
    value: ({ values }) =>
      String(values['land_use'] ?? '')
        .split('; ')
        .map((value) => labels.get(value) ?? value)
        .join('; '),
  };
}

const isCurrent = ({ values }: ExportRow): boolean => values['status'] === 'active';

/** Oldest year first, without a year last. */
function evidenceByFeature(mentions: readonly ExportRow[]): ReadonlyMap<string, ExportRow[]> {
  const found = new Map<string, ExportRow[]>();
  for (const mention of mentions.filter(isCurrent).sort((a, b) => inTime(yearOf(a), yearOf(b)))) {
    const id = String(mention.values['feature_id'] ?? '');
    const others = found.get(id);
    if (others) others.push(mention);
    else found.set(id, [mention]);
  }
  return found;
}

const yearOf = ({ values }: ExportRow): number => Number(values['year'] ?? Infinity);
/** The difference of two unknown years is no number. */
const inTime = (a: number, b: number): number => (a === b ? 0 : a - b);

const statement = ({ values }: ExportRow): string => String(values['narrative'] ?? '');

/** `1887: Two gas holders.` */
const dated = (mention: ExportRow): string =>
  [mention.values['year'], statement(mention)].filter((part) => part !== null && part !== '').join(': ');

const table = (columns: readonly Column[], rows: readonly ExportRow[]): SheetData => [
  columns.map(({ title }) => heading(title)),
  ...rows.map((row) => columns.map(({ value }) => cell(value(row)))),
];

/** A sheet of rows below its headings, which stay in view. */
const sheetOf = (sheet: string, columns: readonly Column[], rows: readonly ExportRow[]) => ({
  ...{ sheet, stickyRowsCount: 1, columns: [...columns], data: table(columns, rows) },
});

function chronology(features: readonly ExportRow[], evidence: ReadonlyMap<string, readonly ExportRow[]>): SheetData {
  const shown = features.filter(({ id }) => evidence.has(id)).slice(0, MAX_FEATURES);
  const years = [...new Set(shown.flatMap(({ id }) => evidence.get(id) ?? []).map(yearOf))].sort(inTime);
  return [
    [heading('Year'), ...shown.map(({ values }) => heading(String(values['name'])))],
    ...years.map((year) => [
      cell(Number.isFinite(year) ? year : 'No year'),
      ...shown.map(({ id }) => {
        const seen = (evidence.get(id) ?? []).filter((mention) => yearOf(mention) === year);
        return cell(seen.map((mention) => statement(mention) || 'Seen').join('\n'));
      }),
    ]),
  ];
}

/**
 * Features, their evidence and the chronology, as an Excel workbook for people: labels and years instead of the ids and
 * codes of {@link FORMATS}.
 * @param landUses labels by value
 */
export function workbook(
  { features, mentions }: { features: readonly ExportRow[]; mentions: readonly ExportRow[] },
  landUses: ReadonlyMap<string, string>,
): Promise<Buffer> {
  const evidence = evidenceByFeature(mentions);
  const years = (row: ExportRow): number[] => (evidence.get(row.id) ?? []).map(yearOf).filter(Number.isFinite);
  const featureColumns: Column[] = [
    column('Feature', 32, 'name'),
    landUse(landUses),
    ...RELATION,
    column('Distance (ft)', 12, 'distance_ft'),
    { title: 'First year', width: 10, value: (row) => years(row).at(0) },
    { title: 'Last year', width: 10, value: (row) => years(row).at(-1) },
    column('Findings', 10, 'mentions'),
    { title: 'Statements', width: 70, value: (row) => (evidence.get(row.id) ?? []).map(dated).join('\n') },
    words('Determination', 14, 'determination'),
    column('Reason of the determination', 40, 'determination_reason'),
    column('Latitude', 12, 'latitude'),
    column('Longitude', 12, 'longitude'),
    column('Created by', 20, 'author'),
    day('Created', 'created_at'),
    column('Feature id', 38, 'id'),
  ];
  const evidenceColumns: Column[] = [
    column('Feature', 32, 'feature'),
    column('Year', 8, 'year'),
    column('Statement', 70, 'narrative'),
    column('Confidence (of 10)', 12, 'confidence'),
    column('Use type', 12, 'use_type'),
    { title: 'Status', width: 12, value: (row) => (isCurrent(row) ? 'active' : 'no longer current') },
    column('Source', 40, 'document'),
    column('Page', 8, 'page'),
    column('Author', 20, 'author'),
    column('Confirmed by', 20, 'confirmed_by'),
    day('Created', 'created_at'),
    landUse(landUses),
    ...RELATION,
    column('Distance (ft)', 12, 'distance_ft'),
    column('Mention id', 38, 'id'),
    column('Annotation id', 38, 'annotation_id'),
  ];
  const byFeatureAndYear = mentions.toSorted(
    (a, b) =>
      String(a.values['feature'] ?? '\uffff').localeCompare(String(b.values['feature'] ?? '\uffff')) ||
      inTime(yearOf(a), yearOf(b)),
  );
  const byYear = chronology(features, evidence);
  return writeExcelFile([
    sheetOf('Features', featureColumns, features),
    sheetOf('Evidence', evidenceColumns, byFeatureAndYear),
    {
      sheet: 'Chronology',
      stickyRowsCount: 1,
      stickyColumnsCount: 1,
      columns: byYear[0]?.map((_, at) => ({ width: at === 0 ? 10 : 40 })) ?? [],
      data: byYear,
    },
  ]).toBuffer();
}

/** Records near the property, nearest first, as an Excel workbook. */
export function recordsWorkbook(records: readonly ExportRow[]): Promise<Buffer> {
  const columns: Column[] = [
    column('List', 28, 'list_title'),
    column('Name', 34, 'name'),
    column('Address', 34, 'address'),
    column('City', 16, 'city'),
    column('State', 8, 'state'),
    column('ZIP code', 10, 'zip'),
    column('Distance (ft)', 12, 'distance_ft'),
    column('Direction', 10, 'direction'),
    words('On the property', 16, 'on_property'),
    column('Adjoining (suggested)', 14, 'suggests_adjoining'),
    words('Certainty', 18, 'certainty'),
    column('Status', 24, 'status'),
    column('Site', 8, 'site'),
    column('Latitude', 12, 'latitude'),
    column('Longitude', 12, 'longitude'),
    column('Accuracy (ft)', 12, 'accuracy_ft'),
    column('Source', 24, 'data_set'),
    column('Data of', 12, 'agency_date'),
    column('Record id', 20, 'record_id'),
    column('Row', 10, 'row'),
    column('Id', 38, 'id'),
  ];
  return writeExcelFile([sheetOf('Records', columns, records)]).toBuffer();
}

/** One row for each source and area, one column for each decade. */
function coverageMatrix(cells: readonly ExportRow[]): SheetData {
  const decades = [...new Set(cells.map(({ values }) => Number(values['decade'])))].sort((a, b) => a - b);
  const rows = new Map<string, ExportRow[]>();
  for (const one of cells) {
    const key = [one.values['source_label'], one.values['area']].join();
    rows.set(key, [...(rows.get(key) ?? []), one]);
  }
  const textOf = ({ values }: ExportRow): string => String(values['years'] ?? WORDS[String(values['state'])] ?? '');
  return [
    ['Source', 'Area', ...decades.map((decade) => `${decade}s`)].map(heading),
    ...[...rows.values()].map((own) => [
      cell(own[0]?.values['source_label']),
      cell(WORDS[String(own[0]?.values['area'])]),
      ...decades.map((decade) => {
        const found = own.find(({ values }) => values['decade'] === decade);
        return cell(found && textOf(found));
      }),
    ]),
  ];
}

/** A field whose words have labels of its own. */
const labelled = (title: string, width: number, field: string, labels: Readonly<Record<string, string>>): Column => ({
  ...{ title, width },
  value: ({ values }) => labels[String(values[field])] ?? values[field],
});

const INTERVIEWS: readonly Column[] = [
  labelled('Role', 16, 'role', INTERVIEW_ROLE_LABELS),
  column('Person', 24, 'person'),
  column('Date', 12, 'date'),
  labelled('Method', 14, 'method', INTERVIEW_METHOD_LABELS),
  words('Answered', 10, 'answered'),
  column('Notes', 60, 'text'),
  column('Author', 20, 'author'),
  day('Changed', 'updated_at'),
];

const USER_ANSWERS: readonly Column[] = [
  column('Name', 24, 'name'),
  column('Date', 12, 'date'),
  labelled('Received', 14, 'method', USER_ANSWER_METHOD_LABELS),
  column('Question', 50, 'question_text'),
  labelled('Answer', 14, 'answer', USER_REPLY_LABELS),
  column('Explanation', 60, 'text'),
  column('Author', 20, 'author'),
];

/** Rows of each kind of export. */
export interface CoverageRows {
  cells: readonly ExportRow[];
  gaps: readonly ExportRow[];
  interviews: readonly ExportRow[];
  lienSearches: readonly ExportRow[];
  userAnswers: readonly ExportRow[];
}

/** What sources cover by decade, the cells in detail, gaps, interviews, lien searches and answers, as an Excel workbook. */
export function coverageWorkbook({
  cells,
  gaps,
  interviews,
  lienSearches,
  userAnswers,
}: CoverageRows): Promise<Buffer> {
  const matrix = coverageMatrix(cells);
  const details: Column[] = [
    column('Source', 24, 'source_label'),
    words('Area', 12, 'area'),
    column('Decade', 10, 'decade'),
    words('State', 16, 'state'),
    column('Years', 24, 'years'),
    column('Years without coverage', 16, 'no_coverage_years'),
    column('Documents', 50, 'documents'),
    column('Stated by', 20, 'stated_by'),
    column('Reason', 50, 'note'),
  ];
  const gapColumns: Column[] = [
    words('Gap', 16, 'kind'),
    column('From', 8, 'from'),
    column('To', 8, 'to'),
    words('Area', 12, 'area'),
    column('Source', 24, 'source_label'),
    column('Tried', 50, 'tried'),
    words('Significant', 12, 'significant'),
    column('Reason', 50, 'reason'),
    column('Effect', 50, 'effect'),
    column('Author', 20, 'author'),
    day('Changed', 'updated_at'),
  ];
  const lienColumns: Column[] = [
    column('Searched by', 24, 'searched_by'),
    column('Date', 12, 'date'),
    column('From', 8, 'from'),
    column('To', 8, 'to'),
    words('Ordered by', 24, 'ordered_by'),
    labelled('Result', 24, 'result', LIEN_SEARCH_RESULT_LABELS),
    column('Found', 50, 'text'),
    column('Document', 40, 'document'),
    column('Author', 20, 'author'),
    day('Changed', 'updated_at'),
  ];
  return writeExcelFile([
    {
      ...{ sheet: 'Coverage', stickyRowsCount: 1, stickyColumnsCount: 2, data: matrix },
      columns: matrix[0]?.map((_, at) => ({ width: at < 2 ? 22 : 14 })) ?? [],
    },
    sheetOf('Sources by decade', details, cells),
    sheetOf('Data gaps', gapColumns, gaps),
    sheetOf('Interviews', INTERVIEWS, interviews),
    sheetOf('Lien searches', lienColumns, lienSearches),
    sheetOf('Answers of the user', USER_ANSWERS, userAnswers),
  ]).toBuffer();
}
