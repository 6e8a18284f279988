/** What a request means to the audit trail, by its method and address. */
import { isId } from '@symbio/kit';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';

/** Something that was looked at, taken away or changed. */
export interface Subject {
  action: AuditAction;
  /** As the catalogue of events calls it. */
  object: string;
  objectId: string;
  projectId: string;
  /** What was done, where no operation of the contract says it. */
  operation: string;
}

/** Things by the part of a path that stands before their id. */
const THINGS: Readonly<Record<string, string>> = {
  projects: 'project',
  documents: 'document',
  'document-pages': 'page',
  features: 'feature',
  mentions: 'mention',
  annotations: 'annotation',
  runs: 'run',
};

/** Things by the parameter that names them, the narrowest first. */
const PARAMETERS = [
  ['page_id', 'page'],
  ['document_id', 'document'],
  ['feature_id', 'feature'],
  ['project_id', 'project'],
] as const;

const subject = (
  action: AuditAction,
  object: string,
  objectId: string,
  operation = 'read',
  projectId = '',
): Subject => ({
  action,
  object,
  objectId,
  operation,
  projectId: object === 'project' ? objectId : projectId,
});

/** Parts of a path below `/api` or `/api/public`. */
const partsOf = (path: string): string[] => path.replace(/^\/api\/(?:public\/)?/, '').split('/');

/** What leaves the product as a file, or as the address of one. */
function exported([resource = '', id = '', part]: string[], query: URLSearchParams): Subject | undefined {
  if (resource === 'projects' && part === 'export')
    return subject('exported', 'project', id, `export ${query.get('what')} as ${query.get('format')}`);
  if (resource === 'documents' && part === 'download-url') return subject('exported', 'document', id, 'download');
  if (resource === 'audit' && id === 'export') return subject('exported', 'audit', '', 'export of the audit trail');
  return undefined;
}

/**
 * What a request that reads something opens or exports; undefined for what is no project's: lists of projects, of people, of
 * words.
 */
export function readBy(path: string, query: URLSearchParams): Subject | undefined {
  const parts = partsOf(path);
  const left = exported(parts, query);
  if (left) return left;
  const [resource = '', inPath = ''] = parts;
  if (resource === 'audit') return subject('opened', 'audit', '');
  const thing = THINGS[resource];
  const id = isId(inPath) ? inPath : (query.get('id') ?? '');
  const projectId = query.get('project_id') ?? '';
  if (thing !== undefined && isId(id)) return subject('opened', thing, id, 'read', projectId);
  for (const [name, object] of PARAMETERS) {
    const value = query.get(name) ?? '';
    if (isId(value)) return subject('opened', object, value, 'read', projectId);
  }
  return undefined;
}

/** How changes that no event tells of are called, by method and the parts of their path, ids as `:id`. */
const CHANGES: Readonly<Record<string, readonly [action: AuditAction, object: string, operation: string]>> = {
  'POST api-keys': ['administered', 'key', 'key.created'],
  'POST webhooks': ['administered', 'webhook', 'webhook.created'],
  'PUT webhooks/:id': ['administered', 'webhook', 'webhook.changed'],
  'DELETE webhooks/:id': ['administered', 'webhook', 'webhook.deleted'],
  'POST webhooks/:id/rotate': ['administered', 'webhook', 'webhook.rotated'],
  'POST webhooks/:id/test': ['administered', 'webhook', 'webhook.tested'],
  'POST webhooks/:id/deliveries/:id/resend': ['administered', 'webhook', 'webhook.resent'],
  'POST auth/sign-in': ['signed_in', 'user', 'sign in'],
  'POST auth/sso': ['signed_in', 'user', 'sign in'],
  'POST auth/sign-out': ['signed_out', 'user', 'sign out'],
  'POST auth/change-password': ['changed', 'user', 'password.changed'],
  'POST auth/reset-password': ['changed', 'user', 'password.reset'],
  'POST audit/verify': ['administered', 'audit', 'audit.verified'],
};

/** What a request that changes something does, where no event tells of it. */
export function changedBy(method: string, path: string): Omit<Subject, 'projectId'> | undefined {
  const parts = partsOf(path);
  const row = CHANGES[`${method} ${parts.map((part) => (isId(part) ? ':id' : part)).join('/')}`];
  if (!row) return undefined;
  const [action, object, operation] = row;
  return { action, object, operation, objectId: parts.find(isId) ?? '' };
}

/** What was asked for and refused: the thing that its path names. */
export function refusedAt(method: string, path: string): Subject {
  const parts = partsOf(path);
  const [resource = ''] = parts;
  const names = parts.map((part) => (isId(part) ? ':id' : part));
  return subject(
    'refused',
    THINGS[resource] ?? resource.slice(0, 60),
    parts.find(isId) ?? '',
    `${method} ${names.join('/')}`.slice(0, 120),
  );
}
