import type { ExportGroup, ExportItem } from '../components/export-menu.js';
import { download } from '../lib/files/download.js';
import { operation } from '../lib/http/operation.js';

const FORMATS = { geojson: 'GeoJSON', kml: 'KML', csv: 'CSV' } as const;

type ExportKind =
  | 'features'
  | 'mentions'
  | 'annotations'
  | 'records'
  | 'coverage'
  | 'gaps'
  | 'interviews'
  | 'lien_searches'
  | 'user_answers';

const workbook = (projectId: string, what: 'evidence' | 'records' | 'coverage'): ExportItem => ({
  label: 'Excel workbook',
  download: () =>
    download(
      operation('GET', '/api/projects/{id}/workbook', { path: { id: projectId }, query: { what } }),
      `${what}.xlsx`,
    ),
});

const file = (projectId: string, what: ExportKind, format: keyof typeof FORMATS) => () =>
  download(
    operation('GET', '/api/projects/{id}/export', { path: { id: projectId }, query: { what, format } }),
    `${what}.${format}`,
  );

const files = (projectId: string, what: ExportKind, title: string): ExportItem[] =>
  (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => ({
    label: FORMATS[format],
    name: `${title} as ${FORMATS[format]}`,
    download: file(projectId, what, format),
  }));

/** Features, evidence and chronology of a project. */
export const evidenceExports = (projectId: string): (ExportItem | ExportGroup)[] => [
  workbook(projectId, 'evidence'),
  ...(['Features', 'Mentions', 'Annotations'] as const).map((title) => ({
    title,
    items: files(projectId, title.toLowerCase() as Lowercase<typeof title>, title),
  })),
];

/** Records of the newest search. */
export const recordExports = (projectId: string): ExportItem[] => [
  workbook(projectId, 'records'),
  ...files(projectId, 'records', 'Records'),
];

/** What sources cover, gaps, interviews, lien searches and answers. */
export const coverageExports = (projectId: string): ExportItem[] => [
  workbook(projectId, 'coverage'),
  { label: 'Coverage as CSV', download: file(projectId, 'coverage', 'csv') },
  { label: 'Data gaps as CSV', download: file(projectId, 'gaps', 'csv') },
  { label: 'Interviews as CSV', download: file(projectId, 'interviews', 'csv') },
  { label: 'Lien searches as CSV', download: file(projectId, 'lien_searches', 'csv') },
  { label: 'Answers of the user as CSV', download: file(projectId, 'user_answers', 'csv') },
];
