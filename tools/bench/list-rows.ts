import { IDS, ME, PROJECT } from './viewer-server.js';

/** A row of a list, as the API serves it. */
type Row = Record<string, unknown>;

const id = (group: string, index: number): string =>
  `0189000${group}-0000-7000-8000-${String(index).padStart(12, '0')}`;
const AT = '2026-01-01T12:00:00.000Z';
const THINGS = ['Gas holder', 'Tank', 'Laundry', 'Paint shop', 'Coal shed', 'Machine works', 'Oil store', 'Stable'];
const named = (index: number): string => `${THINGS[index % THINGS.length] ?? ''} ${index + 1}`;

const job = (index: number): Row => ({
  id: id('1', index),
  type: 'document-specific',
  status: index % 9 === 0 ? 'failed' : 'completed',
  priority: 5,
  max_retries: 3,
  current_attempts: 1,
  payload: { documentId: IDS.document, projectId: IDS.project, pageNumbers: [] },
  ...{ scheduled_at: AT, created_at: AT, started_at: AT, completed_at: AT },
  error_message: index % 9 === 0 ? 'The page could not be read.' : null,
  error_details: null,
  created_by: ME.id,
  project_id: IDS.project,
  document_filename: `sanborn-${index}.pdf`,
  category: 'sanborn_maps',
  duration_seconds: 12,
  progress: null,
  result: null,
});

const feature = (index: number): Row => ({
  id: id('2', index),
  project_id: IDS.project,
  name: named(index),
  land_use: ['gas_station'],
  // four at a time within fifty metres of each other
  coordinate: `(${(-73.99 + Math.floor(index / 4) * 0.002).toFixed(4)},${(40.7 + (index % 4) * 0.0001).toFixed(4)})`,
  author_id: ME.author_id,
  ...{ created_at: AT, updated_at: AT },
});

const looseMention = (index: number): Row => ({
  id: id('3', index),
  feature_of_interest_id: null,
  source_annotation_id: id('4', index),
  current_history_id: id('5', index),
  suggested_land_use: 'gas_station',
  narrative: null,
  current_narrative: `The sheet reads ${named(index).toUpperCase()}. ${index % 5 === 0 ? 'It stands in two places on this sheet, and is crossed out in one of them, as the later corrections have it.' : ''}`,
  current_confidence: 5,
  current_use_type: 'suspected',
  current_author_id: ME.author_id,
  created_at: AT,
});

const documentPage = (index: number): Row => ({
  id: index === 0 ? IDS.page : id('6', index),
  document_id: IDS.document,
  page_number: index + 1,
  ...{
    image_path: null,
    image_url: null,
    thumbnail_url: null,
    tile_source: null,
    width: null,
    height: null,
    dpi: null,
  },
  status: 'failed',
  error: 'The page could not be read.',
  metadata: { page_type: 'sanborn_map', year: 1905, sheet_number: String(index + 1) },
  ...{ created_at: AT, updated_at: AT },
});

const member = (index: number): Row => ({
  user_id: id('7', index),
  role: index % 3 === 0 ? 'editor' : 'viewer',
  name: `Person ${index + 1}`,
  email: `person${index + 1}@symbio.test`,
});

const visit = (index: number): Row => ({
  id: id('8', index),
  project_id: IDS.project,
  visit_date: '2026-01-02',
  visit_time: '10:00',
  access_granted: true,
  access_notes: null,
  findings: `Stained soil at ${named(index).toLowerCase()}.`,
  photos: [],
  weather_conditions: 'Clear',
  investigator_id: null,
  investigator: null,
  updated_at: AT,
});

const comment = (index: number): Row => ({
  id: id('9', index),
  issue_id: id('a', 0),
  content: `Seen at ${named(index).toLowerCase()} as well.${index % 7 === 0 ? '\n\n- zoom in\n- wait' : ''}`,
  commenter_id: ME.id,
  commenter_name: ME.name,
  edited: false,
  ...{ created_at: AT, updated_at: AT },
});

const document = (index: number): Row => ({
  id: index === 0 ? IDS.document : id('c', index),
  project_id: IDS.project,
  category: 'sanborn_maps',
  title: `Sanborn ${index + 1}`,
  description: null,
  file_name: 'sanborn.pdf',
  ...{ file_path: '', file_url: '/files/b/sanborn.pdf', file_size: 2048, mime_type: 'application/pdf' },
  uploaded_by: ME.id,
  ...{ total_pages: 1, pages_ready: 1, processing_status: 'pages_ready', processing_error: null },
  ...{ classification: null, active_job: null, created_at: AT, updated_at: AT },
});

/** What answers each list, by the end of its address. */
const MAKERS: Readonly<Record<string, (index: number) => Row>> = {
  '/api/jobs': job,
  '/api/public/features': feature,
  [`/api/projects/${IDS.project}/unassociated-mentions`]: looseMention,
  [`/api/documents/${IDS.document}/pages`]: documentPage,
  [`/api/projects/${IDS.project}/members`]: member,
  [`/api/projects/${IDS.project}/site-visits`]: visit,
  '/api/public/issues/comments': comment,
  '/api/documents': document,
};

/** What a list of so many rows answers at an address: the page that is asked for, or all of it. */
export function rowsAnswer(url: URL, count: number): object {
  const make = MAKERS[url.pathname];
  if (!make) throw new Error(`No rows are made for ${url.pathname}.`);
  const size = Number(url.searchParams.get('per_page')) || count;
  const page = Number(url.searchParams.get('page')) || 1;
  const first = (page - 1) * size;
  const data = Array.from({ length: Math.max(0, Math.min(size, count - first)) }, (_, index) => make(first + index));
  return { data, count, page, per_page: size, total_pages: Math.ceil(count / size) };
}

/** An issue to show comments of. */
export const ISSUE: Row = {
  id: id('a', 0),
  number: 1,
  key: 'SYM-1',
  title: 'Tiles stay grey after a zoom',
  description: 'Zoom in.',
  ...{ type: 'bug', severity: 's1', status: 'open', assignee: null, assignee_name: '' },
  ...{ reporter_id: ME.id, reporter_name: ME.name, path: `/projects/${PROJECT.id}/insights` },
  ...{ labels: [], links: [], context: [], followers: [], following: false, comment_count: 0 },
  ...{ created_at: AT, updated_at: AT, deleted_at: null, deleted_by_name: null },
};

/** The job of the log. */
export const JOB: Row = { ...job(1), id: 'log' };

/** A log of so many lines. */
export const logOf = (lines: number): string =>
  Array.from({ length: lines }, (_, index) => `2026-01-01T12:00:00.000Z page ${index + 1} of ${lines}: drawn`).join(
    '\n',
  );
