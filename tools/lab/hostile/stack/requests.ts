/** Requests of every kind: public ones from the OpenAPI document, the others from a list. */
import { randomUUID as newId } from 'node:crypto';
import { repoJson } from '../../../dev/paths.js';

/** Ids of existing things by field name. */
export type Ids = Readonly<Record<string, string>>;

export interface Request {
  /** For example `POST /api/public/issues`. */
  name: string;
  method: string;
  path: string;
  body?: unknown;
  parameters: readonly string[];
}

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** Kind of thing by the first segment of a path. */
const THINGS: Readonly<Record<string, string>> = {
  annotations: 'annotation_id',
  documents: 'document_id',
  'document-pages': 'document_page_id',
  features: 'feature_of_interest_id',
  issues: 'issue_id',
  mentions: 'mention_id',
  projects: 'project_id',
  webhooks: 'webhook_id',
};
/** Operations that would remove the targets, or call other servers. */
const LEFT_OUT = /^(?:undo|restore)|^(?:testWebhook|resendDelivery)$/;

/** A creation gets a new `id` each time. */
export function withIds(value: unknown, ids: Ids, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withIds(item, ids, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, withIds(item, ids, field)]));
  if (name === 'id') return newId();
  return ids[name] ?? value;
}

function publicRequests(ids: Ids): Request[] {
  const document = repoJson<OpenApi>('api/openapi.json');
  return Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): Request[] => {
      if (!operation.operationId || method === 'delete' || LEFT_OUT.test(operation.operationId)) return [];
      const thing = THINGS[address.split('/')[1] ?? ''] ?? '';
      const at = address.replaceAll(/\{\w+\}/g, ids[thing] ?? newId());
      const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      const example = operation.requestBody?.content['application/json']?.example;
      const known = new Map(inQuery.map(({ name }) => [name, name === 'id' ? ids[thing] : ids[name]]));
      // a change names its target in the query; lists belong to a project or document
      const given = method === 'get' ? ['project_id', 'document_id', 'issue_id'] : ['id'];
      const query = given.flatMap((name) => (known.get(name) === undefined ? [] : `${name}=${known.get(name)}`));
      return [
        {
          name: `${method.toUpperCase()} /api/public${address}`,
          method: method.toUpperCase(),
          path: `/api/public${at}${query.length > 0 ? `?${query.slice(0, 1).join('&')}` : ''}`,
          ...(example === undefined ? {} : { body: withIds(example, ids) }),
          parameters: inQuery.map(({ name }) => name),
        },
      ];
    }),
  );
}

function ownRequests({ project_id, document_id, document_page_id, user_id, visit_id }: Ids): Request[] {
  const windowId = newId();
  const bodies: readonly [string, string, unknown][] = [
    ['PUT', '/api/me', { name: 'Another name' }],
    ['PUT', `/api/users/${user_id}`, { role: 'customer' }],
    ['POST', '/api/api-keys', { name: 'A key', project_ids: [project_id] }],
    ['PUT', `/api/documents/${document_id}`, { title: 'A sheet', category: 'sanborn_maps' }],
    ['POST', '/api/documents/known', { project_id, sha256: ['0'.repeat(64)] }],
    ['POST', '/api/document-classifier', { documentId: document_id }],
    ['POST', '/api/document-processor', { documentId: newId(), projectId: project_id }],
    ['POST', `/api/document-uploads/${newId()}/complete`, { project_id, file_name: 'a sheet.pdf', size: 10 }],
    ['POST', `/api/projects/${project_id}/members`, { user_id, role: 'viewer' }],
    [
      'POST',
      `/api/projects/${project_id}/site-visits`,
      { visit_date: '2026-05-04', access_granted: true, findings: 'Stained soil.' },
    ],
    [
      'PUT',
      `/api/site-visits/${visit_id}`,
      { visit_date: '2026-05-04', access_granted: true, findings: 'Stained soil.' },
    ],
    ['POST', '/api/presence', { window_id: windowId, project_id, document_page_id }],
    ['POST', '/api/cursors', { window_id: windowId, project_id, document_page_id, x: 100, y: 200 }],
    ['PUT', `/api/pages/${document_page_id}/ground-scale`, { feet_per_pixel: 0.25 }],
    ['PUT', '/api/alignments', { first_page_id: document_page_id, second_page_id: newId(), pairs: [] }],
    ['POST', '/api/rpc/retry_failed_job', { job_id: newId() }],
    ['POST', '/api/jobs/cancel', { ids: [newId()] }],
    ['POST', '/api/jobs/retry', { ids: [newId()] }],
    [
      'POST',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_pages', arguments: { project_id, words: 'tank' } },
      },
    ],
  ];
  const reads: readonly [string, readonly string[]][] = [
    [`/api/documents?project_id=${project_id}`, ['project_id', 'search', 'status', 'page', 'per_page', 'sort']],
    [`/api/documents/${document_id}/pages`, ['page', 'per_page']],
    [`/api/audit`, ['actor', 'action', 'from', 'to', 'project_id', 'page']],
    [`/api/users`, ['search', 'page', 'role']],
    [`/api/jobs?project_id=${project_id}`, ['project_id', 'status', 'page', 'document_id']],
    [`/api/deleted-documents?project_id=${project_id}`, ['project_id', 'page']],
    [`/api/projects/${project_id}/site-visits`, ['page']],
    [`/api/page-search?project_id=${project_id}&q=tank`, ['project_id', 'q', 'page']],
  ];
  return [
    ...bodies.map(([method, at, body]): Request => ({
      name: `${method} ${at}`,
      method,
      path: at,
      body,
      parameters: [],
    })),
    ...reads.map(([at, parameters]): Request => ({
      name: `GET ${at.split('?')[0]}`,
      method: 'GET',
      path: at,
      parameters,
    })),
  ];
}

export const requestsOf = (ids: Ids): Request[] => [...publicRequests(ids), ...ownRequests(ids)];
