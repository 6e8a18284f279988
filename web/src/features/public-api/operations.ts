/** A parameter of the query, or a field of the body. */
export interface Parameter {
  name: string;
  required?: boolean;
  /** Its form, in words or as a list of values. */
  type: string;
  text?: string;
}

/** One operation of the public API. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/public`, with the query parameter that tells it from its neighbours: `/projects?id=`. */
  path: string;
  summary: string;
  query?: readonly Parameter[];
  body?: readonly Parameter[];
  /** Values of the example request. */
  example?: { query?: Readonly<Record<string, string>>; body?: unknown };
  answer: { status: 200 | 201; body: unknown };
}

/** The operations of one resource. */
export interface OperationGroup {
  /** Anchor on the page. */
  id: string;
  title: string;
  text: string;
  operations: readonly Operation[];
}

/** What every path of the API begins with (API-01). */
export const API_PREFIX = '/api/public';

const PROJECT_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0001';
const DOCUMENT_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0002';
const PAGE_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0003';
const ANNOTATION_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0004';
const FEATURE_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0005';
const MENTION_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0006';
const HISTORY_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0007';
const AUTHOR_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0008';
const USER_ID = '019283a0-51c2-7d3e-8b7f-2f1c90aa0009';
const CREATED_AT = '2025-09-26T14:05:00.000Z';
const UPDATED_AT = '2025-09-26T15:20:00.000Z';

const author = {
  id: AUTHOR_ID,
  author_type: 'ai_agent',
  user_id: null,
  agent_name: 'Sheet reader',
  agent_version: '1.4.0',
  agent_date: '2025-09-01',
  metadata: { model: 'gas-holder-detector' },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

const project = {
  id: PROJECT_ID,
  number: 'P-2025-00042',
  title: 'Gashouse District',
  due_date: '2025-11-30',
  property_address: '401 East 21st Street',
  address: '401 East 21st Street',
  property_city: 'New York',
  property_state: 'NY',
  property_zip: '10010',
  property_neighborhood: 'Gramercy',
  property_block: '953',
  property_number: null,
  client_company: 'Gashouse District Partners',
  client_contact: 'Lee Park',
  client_phone: null,
  client_email: 'lee@gashouse.example',
  status: 'data_collection',
  has_annotations: true,
  created_by: USER_ID,
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
};

const document = {
  id: DOCUMENT_ID,
  project_id: PROJECT_ID,
  category: 'sanborn_maps',
  title: 'Sanborn map, 1896',
  description: null,
  file_name: 'sanborn-1896.pdf',
  file_path: `projects/${PROJECT_ID}/documents/${DOCUMENT_ID}/original.pdf`,
  file_url: '/files/b/projects/...?exp=1758902400&sig=...',
  file_size: 8_412_930,
  mime_type: 'application/pdf',
  uploaded_by: USER_ID,
  total_pages: 4,
  processing_status: 'analysis_complete',
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
};

const page = {
  id: PAGE_ID,
  document_id: DOCUMENT_ID,
  page_number: 1,
  image_path: `projects/${PROJECT_ID}/documents/${DOCUMENT_ID}/pages/1/image.jpg`,
  image_url: '/files/b/projects/...?exp=1758902400&sig=...',
  width: 6400,
  height: 7600,
  dpi: 300,
  metadata: { page_type: 'sanborn_map', year: 1896 },
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
};

const ellipse = { centerX: 2310, centerY: 1840, radiusX: 160, radiusY: 155, theta: 0 };

const annotation = {
  id: ANNOTATION_ID,
  document_page_id: PAGE_ID,
  document_id: DOCUMENT_ID,
  annotation_type: 'ellipse',
  coordinates: ellipse,
  content: 'Gas holder',
  author_id: AUTHOR_ID,
  author_type: 'ai_agent',
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
};

const feature = {
  id: FEATURE_ID,
  project_id: PROJECT_ID,
  name: 'East River Gas Works',
  land_use: ['gas_holder_site'],
  coordinate: '(-73.9757,40.7359)',
  author_id: AUTHOR_ID,
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
};

const record = {
  id: HISTORY_ID,
  feature_of_interest_id: FEATURE_ID,
  source_annotation_id: ANNOTATION_ID,
  author_id: AUTHOR_ID,
  narrative: 'Two gas holders north of 21st Street.',
  confidence: 9,
  use_type: 'historical',
  status: 'active',
  created_at: CREATED_AT,
};

const mention = {
  id: MENTION_ID,
  feature_of_interest_id: FEATURE_ID,
  source_annotation_id: ANNOTATION_ID,
  project_id: PROJECT_ID,
  author_id: AUTHOR_ID,
  narrative: 'Two gas holders north of 21st Street.',
  current_history_id: HISTORY_ID,
  current_narrative: 'Two gas holders north of 21st Street.',
  current_confidence: 9,
  current_use_type: 'historical',
  current_author_id: AUTHOR_ID,
  history_count: 1,
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
};

const list = (...data: unknown[]) => ({ data, page: 1, per_page: 20, total_pages: 1, count: data.length });
const ok = (body: unknown) => ({ status: 200, body }) as const;
const created = (data: unknown) => ({ status: 201, body: { data } }) as const;
const done = ok({ success: true });

const required = (name: string, type: string, text?: string): Parameter => ({ name, required: true, type, text });
const optional = (name: string, type: string, text?: string): Parameter => ({ name, type, text });
const id = (what: string): Parameter => required('id', 'id', `The ${what}.`);

/** A list that is asked for by one filter, which is in its path. */
function listBy(
  resource: string,
  filter: Parameter,
  value: string,
  summary: string,
  item: unknown,
  more: readonly Parameter[] = [],
): Operation {
  return {
    method: 'GET',
    path: `/${resource}?${filter.name}=`,
    summary,
    query: [filter, ...more],
    example: { query: { [filter.name]: value } },
    answer: ok(list(item)),
  };
}

const projectFields: readonly Parameter[] = [
  required('title', 'text'),
  required('due_date', 'date', 'A day, as YYYY-MM-DD.'),
  required('property_address', 'text'),
  required('property_city', 'text'),
  required('property_state', 'text'),
  required('property_zip', 'text'),
  required('client_company', 'text'),
  optional('client_contact', 'text'),
  optional('client_phone', 'text'),
  optional('client_email', 'e-mail'),
  optional('property_neighborhood', 'text'),
  optional('property_block', 'text'),
  optional('property_number', 'text'),
];

const coordinates = optional(
  'coordinates',
  'object',
  'Of an ellipse: centerX, centerY, radiusX, radiusY, theta; of a rectangle: x, y, width, height. Page pixels.',
);
const annotationType = 'rectangle, ellipse';
const landUse = optional('land_use', 'list of land uses', 'For example gas_station, dry_cleaner, landfill.');
const coordinate = optional('coordinate', 'text', '(longitude,latitude)');
const updatedAt = optional('updated_at', 'date and time', 'As last read: a change by somebody else since answers 409.');
const confidence = optional('confidence', 'number, 0 to 10');
const useType = optional('use_type', 'current, historical, suspected, confirmed');
const status = optional('status', 'active, superseded, rejected');
const includeAuthor = optional('include', 'author', 'Adds the author of each record.');
const includeHistory = optional('include', 'current_history', 'Adds the current record of each mention.');

const mentionBody = {
  feature_of_interest_id: FEATURE_ID,
  source_annotation_id: ANNOTATION_ID,
  narrative: 'Two gas holders north of 21st Street.',
  confidence: 9,
  use_type: 'historical',
};

const projectBody = {
  title: 'Gashouse District',
  due_date: '2025-11-30',
  property_address: '401 East 21st Street',
  property_city: 'New York',
  property_state: 'NY',
  property_zip: '10010',
  client_company: 'Gashouse District Partners',
};

/** The 37 operations of the public API in the order of the specification (API-03 to API-19, CONST-17). */
export const OPERATION_GROUPS: readonly OperationGroup[] = [
  {
    id: 'authors',
    title: 'Authors',
    text: 'Who made an annotation, a feature or a mention: a person, or an AI agent. People become authors when they register.',
    operations: [
      { method: 'GET', path: '/authors', summary: 'Lists the authors.', answer: ok(list(author)) },
      listBy(
        'authors',
        required('author_type', 'human, ai_agent'),
        'ai_agent',
        'Lists the authors of one type.',
        author,
      ),
      {
        method: 'POST',
        path: '/authors',
        summary: 'Registers an AI agent as an author.',
        body: [
          required('agent_name', 'text'),
          required('agent_version', 'text'),
          required('agent_date', 'date'),
          optional('metadata', 'object', 'Anything else about the agent.'),
          optional('author_type', 'ai_agent', 'Only AI agents can be created.'),
        ],
        example: { body: { agent_name: 'Sheet reader', agent_version: '1.4.0', agent_date: '2025-09-01' } },
        answer: created(author),
      },
    ],
  },
  {
    id: 'projects',
    title: 'Projects',
    text: 'The projects that the user of the key can open; a key with a list of projects sees no others.',
    operations: [
      {
        method: 'GET',
        path: '/projects',
        summary: 'Lists projects, newest first, page by page.',
        query: [
          optional('page', 'number', 'From 1.'),
          optional('perPage', 'number', '20 unless given, at most 100.'),
          optional('search', 'text', 'In title, number, property address, city and client company.'),
          optional('status', 'open, completed, or a status'),
          optional('client_company', 'text'),
          optional('due_date_from', 'date'),
          optional('due_date_to', 'date'),
        ],
        example: { query: { page: '1', perPage: '20', status: 'open' } },
        answer: ok(list(project)),
      },
      {
        method: 'GET',
        path: '/projects?id=',
        summary: 'Reads one project.',
        query: [id('project')],
        example: { query: { id: PROJECT_ID } },
        answer: ok({ data: project }),
      },
      {
        method: 'GET',
        path: '/projects?companies=true',
        summary: 'Lists the names of the client companies.',
        query: [required('companies', 'true')],
        example: { query: { companies: 'true' } },
        answer: ok(list('Gashouse District Partners')),
      },
      {
        method: 'POST',
        path: '/projects',
        summary: 'Creates a project. Its number is given by Symbio.',
        body: projectFields,
        example: { body: projectBody },
        answer: created(project),
      },
      {
        method: 'PUT',
        path: '/projects?id=',
        summary: 'Changes a project. Fields that are left out stay as they are.',
        query: [id('project')],
        body: [
          ...projectFields.map((field) => ({ ...field, required: false })),
          optional(
            'status',
            'setup, data_collection, site_reconnaissance, insights, report_generation, sign_and_send, completed',
          ),
        ],
        example: { query: { id: PROJECT_ID }, body: { status: 'insights' } },
        answer: ok({ data: { ...project, status: 'insights' } }),
      },
      {
        method: 'DELETE',
        path: '/projects?id=',
        summary: 'Deletes a project. This cannot be undone.',
        query: [id('project')],
        example: { query: { id: PROJECT_ID } },
        answer: done,
      },
    ],
  },
  {
    id: 'documents',
    title: 'Documents',
    text: 'The PDF documents of a project. Each comes with a signed address of its file, good for one hour.',
    operations: [
      listBy(
        'documents',
        required('project_id', 'id'),
        PROJECT_ID,
        'Lists the documents of a project, newest first.',
        document,
        [optional('page', 'number', 'From 1.'), optional('per_page', 'number', '20 unless given, at most 100.')],
      ),
    ],
  },
  {
    id: 'document-pages',
    title: 'Document pages',
    text: 'The pages of a document that has been processed. Each comes with a signed address of its image, good for one hour.',
    operations: [
      listBy('document-pages', required('document_id', 'id'), DOCUMENT_ID, 'Lists the pages of a document.', page),
    ],
  },
  {
    id: 'annotations',
    title: 'Annotations',
    text: 'Ellipses and rectangles on a page, in pixels of the page image.',
    operations: [
      listBy(
        'annotations',
        required('document_page_id', 'id'),
        PAGE_ID,
        'Lists the annotations of a page.',
        annotation,
      ),
      listBy(
        'annotations',
        required('document_id', 'id'),
        DOCUMENT_ID,
        'Lists the annotations of a document.',
        annotation,
      ),
      listBy('annotations', required('author_id', 'id'), AUTHOR_ID, 'Lists the annotations of an author.', annotation),
      {
        method: 'POST',
        path: '/annotations',
        summary: 'Draws an annotation on a page.',
        body: [
          required('document_page_id', 'id'),
          required('document_id', 'id'),
          required('annotation_type', annotationType),
          { ...coordinates, required: true },
          optional('content', 'text', 'The label; "label" unless given.'),
          optional('author_id', 'id', 'The author of the key unless given.'),
        ],
        example: {
          body: {
            document_page_id: PAGE_ID,
            document_id: DOCUMENT_ID,
            annotation_type: 'ellipse',
            coordinates: ellipse,
            content: 'Gas holder',
          },
        },
        answer: created(annotation),
      },
      {
        method: 'PUT',
        path: '/annotations?id=',
        summary: 'Moves, resizes or relabels an annotation.',
        query: [id('annotation')],
        body: [coordinates, optional('content', 'text'), optional('annotation_type', annotationType), updatedAt],
        example: { query: { id: ANNOTATION_ID }, body: { content: 'Gas holder, 1896' } },
        answer: ok({ data: { ...annotation, content: 'Gas holder, 1896' } }),
      },
      {
        method: 'DELETE',
        path: '/annotations?id=',
        summary: 'Removes an annotation.',
        query: [id('annotation')],
        example: { query: { id: ANNOTATION_ID } },
        answer: done,
      },
    ],
  },
  {
    id: 'features',
    title: 'Features of interest',
    text: 'Sites with a land use and a coordinate, to which mentions belong.',
    operations: [
      listBy('features', required('project_id', 'id'), PROJECT_ID, 'Lists the features of a project.', feature),
      listBy('features', required('author_id', 'id'), AUTHOR_ID, 'Lists the features of an author.', feature),
      {
        method: 'GET',
        path: '/features?id=',
        summary: 'Reads one feature.',
        query: [id('feature')],
        example: { query: { id: FEATURE_ID } },
        answer: ok({ data: feature }),
      },
      listBy(
        'features',
        required('name_ilike', 'text', 'Part of the name, in any case.'),
        'gas works',
        'Finds features by name.',
        feature,
      ),
      listBy(
        'features',
        required('land_use_overlaps', 'land uses, separated by commas'),
        'gas_holder_site,gas_station',
        'Finds features with any of these land uses.',
        feature,
      ),
      {
        method: 'POST',
        path: '/features',
        summary: 'Creates a feature of interest.',
        body: [
          required('project_id', 'id'),
          optional('name', 'text'),
          landUse,
          coordinate,
          optional('author_id', 'id', 'The author of the key unless given.'),
        ],
        example: {
          body: {
            project_id: PROJECT_ID,
            name: 'East River Gas Works',
            land_use: ['gas_holder_site'],
            coordinate: '(-73.9757,40.7359)',
          },
        },
        answer: created(feature),
      },
      {
        method: 'PUT',
        path: '/features?id=',
        summary: 'Changes a feature.',
        query: [id('feature')],
        body: [optional('name', 'text'), landUse, coordinate, updatedAt],
        example: { query: { id: FEATURE_ID }, body: { name: 'East River Gas Works, north yard' } },
        answer: ok({ data: { ...feature, name: 'East River Gas Works, north yard' } }),
      },
      {
        method: 'DELETE',
        path: '/features?id=',
        summary: 'Deletes a feature; its mentions stay, unassociated.',
        query: [id('feature')],
        example: { query: { id: FEATURE_ID } },
        answer: done,
      },
    ],
  },
  {
    id: 'mentions',
    title: 'Mentions',
    text: 'What one annotation says of a feature: a narrative, with a confidence from 0 to 10.',
    operations: [
      listBy('mentions', required('feature_id', 'id'), FEATURE_ID, 'Lists the mentions of a feature.', mention, [
        includeHistory,
      ]),
      listBy(
        'mentions',
        required('annotation_id', 'id'),
        ANNOTATION_ID,
        'Lists the mentions that rest on an annotation.',
        mention,
        [includeHistory],
      ),
      listBy('mentions', required('author_id', 'id'), AUTHOR_ID, 'Lists the mentions of an author.', mention, [
        includeHistory,
      ]),
      listBy('mentions', required('project_id', 'id'), PROJECT_ID, 'Lists the mentions of a project.', mention, [
        includeHistory,
      ]),
      {
        method: 'GET',
        path: '/mentions?include=current_history',
        summary: 'Lists mentions, each with its current history record.',
        query: [
          { ...includeHistory, required: true },
          optional('feature_id', 'id', 'One of the four filters must be given.'),
          optional('annotation_id', 'id'),
          optional('author_id', 'id'),
          optional('project_id', 'id'),
        ],
        example: { query: { include: 'current_history', project_id: PROJECT_ID } },
        answer: ok(list({ ...mention, current_history: record })),
      },
      {
        method: 'POST',
        path: '/mentions',
        summary: 'Adds a mention of a feature.',
        body: [
          required('feature_of_interest_id', 'id'),
          required('source_annotation_id', 'id'),
          optional('author_id', 'id', 'The author of the key unless given.'),
          optional('narrative', 'text'),
          confidence,
          useType,
        ],
        example: { body: mentionBody },
        answer: created(mention),
      },
      {
        method: 'PUT',
        path: '/mentions?id=',
        summary: 'Changes a mention. The change becomes a new history record.',
        query: [id('mention')],
        body: [optional('narrative', 'text'), confidence, useType, optional('current_author_id', 'id')],
        example: { query: { id: MENTION_ID }, body: { confidence: 7, use_type: 'suspected' } },
        answer: ok({ data: { ...mention, current_confidence: 7, current_use_type: 'suspected', history_count: 2 } }),
      },
    ],
  },
  {
    id: 'mention-history',
    title: 'Mention history',
    text: 'Every version of a mention. Records never change; a newer one supersedes them.',
    operations: [
      listBy('mention-history', required('feature_id', 'id'), FEATURE_ID, 'Lists the history of a feature.', record, [
        status,
        includeAuthor,
      ]),
      listBy(
        'mention-history',
        required('annotation_id', 'id'),
        ANNOTATION_ID,
        'Lists the history that rests on an annotation.',
        record,
        [status, includeAuthor],
      ),
      listBy('mention-history', required('author_id', 'id'), AUTHOR_ID, 'Lists the records of an author.', record, [
        status,
        includeAuthor,
      ]),
      listBy('mention-history', required('project_id', 'id'), PROJECT_ID, 'Lists the history of a project.', record, [
        status,
        includeAuthor,
      ]),
      {
        method: 'POST',
        path: '/mention-history',
        summary: 'Supersedes a record; the newest active one that is left becomes current.',
        body: [required('action', 'supersede'), required('history_id', 'id')],
        example: { body: { action: 'supersede', history_id: HISTORY_ID } },
        answer: done,
      },
    ],
  },
];

/** How many operations there are. */
export const OPERATION_COUNT = OPERATION_GROUPS.reduce((sum, group) => sum + group.operations.length, 0);

/** Name of the shell variable that holds the key in the examples, so that no key ends up in a script. */
const KEY_VARIABLE = '$SYMBIO_API_KEY';

/** The example request of an operation as a shell command. */
export function curlOf({ method, path, example }: Operation, origin: string): string {
  const query = new URLSearchParams(example?.query ?? {}).toString();
  const address = `${origin}${API_PREFIX}${path.split('?')[0]}${query === '' ? '' : `?${query}`}`;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    `-H "Authorization: Bearer ${KEY_VARIABLE}"`,
  ];
  if (example?.body !== undefined) {
    // a quote inside single quotes ends them, stands for itself, and begins them again
    const json = JSON.stringify(example.body).replaceAll("'", `'\\''`);
    lines.push('-H "Content-Type: application/json"', `-d '${json}'`);
  }
  return lines.join(' \\\n  ');
}
