import type { ExportGroup, ExportItem } from '../components/export-menu.js';
import { download } from '../lib/files/download.js';

const FORMATS = { geojson: 'GeoJSON', kml: 'KML', csv: 'CSV' } as const;

type ExportKind = 'features' | 'mentions' | 'annotations' | 'records';

const ofProject = (projectId: string, what: string): string => `/api/projects/${encodeURIComponent(projectId)}/${what}`;

const workbook = (projectId: string, what: 'evidence' | 'records'): ExportItem => ({
  label: 'Excel workbook',
  download: () => download(ofProject(projectId, 'workbook'), { what }, `${what}.xlsx`),
});

const files = (projectId: string, what: ExportKind, title: string): ExportItem[] =>
  Object.entries(FORMATS).map(([format, label]) => ({
    label,
    name: `${title} as ${label}`,
    download: () => download(ofProject(projectId, 'export'), { what, format }, `${what}.${format}`),
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
