/**
 * Maps requests to audit subjects. Each route declares its subject where it is mounted; the address text decides
 * nothing.
 */
import { idsOf, type Method, type Operation, type Parameters } from '@symbio/api';
import { isId } from '@symbio/runtime';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';

export interface Thing {
  /** Object name from the event catalogue. */
  object: string;
  /** Empty for lists. */
  objectId: string;
  projectId: string;
}

export interface Act {
  action: AuditAction;
  /** Operation name if no contract operation defines it. */
  operation: string;
}

export type Subject = Thing & Act;

export interface Asked {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

export interface Trail {
  about(method: Method, asked: Asked): Thing;
  /** Action of a successful request; undefined if it reveals nothing of a project or an event records it. */
  did(method: Method, asked: Asked): Act | undefined;
}

export interface AuditedRoute {
  path: string;
  trail: Trail;
}

const READ: Act = { action: 'opened', operation: 'read' };
const PROJECT = 'project';
/** Priority of object kinds when a request has several ids: unlisted kinds first, then narrowest to widest. */
const WIDEST_LAST = ['mention', 'annotation', 'feature', 'page', 'document', 'run', 'author', PROJECT];
const width = (kind: string): number => WIDEST_LAST.indexOf(kind);

/** Human-readable issue keys, which services accept as ids. */
const ISSUE_KEY = /^[A-Z]{1,10}-\d{1,9}$/i;
const idOf = (value: unknown): string =>
  typeof value === 'string' && (isId(value) || ISSUE_KEY.test(value)) ? value : '';

type Ids = readonly (readonly [name: string, kind: string])[];

const narrowestFirst = (ids: Ids): Ids => [...ids].sort(([, a], [, b]) => width(a) - width(b));

function thingOf(listed: string, inPath: Ids, inQuery: Ids, { params, query }: Asked): Thing {
  const found = [
    ...inPath.map(([name, kind]) => ({ kind, id: idOf(params[name]) })),
    ...inQuery.map(([name, kind]) => ({ kind, id: idOf(query[name]) })),
  ].filter(({ id }) => id !== '');
  const [first] = found;
  return {
    object: first?.kind ?? listed,
    objectId: first?.id ?? '',
    projectId: found.find(({ kind }) => kind === PROJECT)?.id ?? '',
  };
}

interface Stated {
  /** Query parameters that filter a list, with the object kind of each. */
  by?: Readonly<Record<string, string>>;
  /** Action per method; by default a GET opens, and events record everything else. */
  get?: Does;
  post?: Does;
  put?: Does;
  delete?: Does;
}
type Does = Act | ((asked: Asked, thing: Thing) => Act | undefined);

/** A read that reveals nothing of a project: vocabularies, the caller's account, names of people. */
export const unseen: Does = () => undefined;
/** A read that reveals project data only if it names the object. */
export const seenIfNamed: Does = (_asked, { objectId }) => (objectId ? READ : undefined);
/** A read by a method other than GET. */
export const opens: Does = READ;
export const act = (action: AuditAction, operation: string): Act => ({ action, operation });
/** A change to the installation that no event records. */
export const administered = (operation: string): Act => act('administered', operation);

/** Audit meaning of a route whose `:id`, if any, is the id of an `object`. */
export function about(object: string, { by = {}, ...does }: Stated = {}): Trail {
  const inQuery = narrowestFirst(Object.entries(by));
  const thing = (asked: Asked): Thing => thingOf(object, [['id', object]], inQuery, asked);
  return {
    about: (_method, asked) => thing(asked),
    did(method, asked) {
      const stated = does[method] ?? (method === 'get' ? READ : undefined);
      return typeof stated === 'function' ? stated(asked, thing(asked)) : stated;
    },
  };
}

/** Object kinds by first path segment, if not simply the plural. */
const LISTED: Readonly<Record<string, string>> = {
  companies: PROJECT,
  'document-pages': 'page',
  'page-search': 'page',
  'mention-history': 'mention',
};
const listedBy = (path: string): string => {
  const [, first = ''] = path.split('/');
  return LISTED[first] ?? first.replace(/s$/, '');
};

/** Operations that read nothing of a project: vocabularies, names of people and agents. */
const SHOW_NOTHING: ReadonlySet<string> = new Set([
  'getVocabularies',
  'listLandUses',
  'listAuthors',
  'listIssueLabels',
  'listWebhooks',
]);

const UNTOLD: Readonly<Record<string, Act>> = {
  createWebhook: administered('webhook.created'),
  updateWebhook: administered('webhook.changed'),
  deleteWebhook: administered('webhook.deleted'),
  rotateWebhookSecret: administered('webhook.rotated'),
  testWebhook: administered('webhook.tested'),
  resendDelivery: administered('webhook.resent'),
};

/** Parameters that a schema declares as ids, and strings named like one (an issue's id or key). */
function kindsOf(schema: Parameters, listed: string): Ids {
  const declared = idsOf(schema);
  return Object.keys(schema.shape).flatMap((name) => {
    const thing = declared.get(name) ?? /^(\w+)_id$/.exec(name)?.[1] ?? (name === 'id' ? listed : undefined);
    return thing === undefined ? [] : [[name, thing.toLowerCase()] as const];
  });
}

/** Audit meaning of a declared operation: each declared id names an object. */
export function meaningOf({ id, method, path, params, query }: Operation): Trail {
  const listed = listedBy(path);
  const inPath = kindsOf(params, listed);
  const inQuery = narrowestFirst(kindsOf(query, listed));
  // `id` names the object itself and precedes filters
  const ordered = [...inQuery.filter(([name]) => name === 'id'), ...inQuery.filter(([name]) => name !== 'id')];
  return {
    about: (_method, asked) => thingOf(listed, inPath, ordered, asked),
    did: () => UNTOLD[id] ?? (method === 'get' && !SHOW_NOTHING.has(id) ? READ : undefined),
  };
}

/** Audit meaning of a path shared by several operations, selected by query parameter as in `serve.ts`. */
export function meaningOfAll(operations: readonly Operation[]): Trail {
  const trails = operations.map((operation) => ({ operation, trail: meaningOf(operation) }));
  const chosen = (method: Method, { query }: Asked): Trail | undefined => {
    const variants = trails.filter(({ operation }) => operation.method === method);
    const selected = variants.find(({ operation: { selector } }) => selector !== undefined && selector in query);
    return (selected ?? variants.find(({ operation: { selector } }) => selector === undefined) ?? variants[0])?.trail;
  };
  const listed = listedBy(operations[0]?.path ?? '');
  return {
    about: (method, asked) =>
      chosen(method, asked)?.about(method, asked) ?? { object: listed, objectId: '', projectId: '' },
    did: (method, asked) => chosen(method, asked)?.did(method, asked),
  };
}

export interface Matched extends Asked {
  route: AuditedRoute;
  /** Full mounted path, with parameters as `:id`. */
  path: string;
}

const methodOf = (method: string): Method => (method === 'HEAD' ? 'get' : (method.toLowerCase() as Method));

/** Audit subject of a successful request, unless an event records it. */
export function doneBy(method: string, { route: { trail }, ...asked }: Matched): Subject | undefined {
  const done = trail.did(methodOf(method), asked);
  return done && { ...trail.about(methodOf(method), asked), ...done };
}

/** Audit subject of a rejected request. Unknown addresses are not copied: they may contain arbitrary text. */
export function refusedAt(method: string, matched: Matched | undefined): Subject {
  const thing = matched?.route.trail.about(methodOf(method), matched) ?? { object: '', objectId: '', projectId: '' };
  const where = matched?.path.replace(/^\/(?:api\/(?:public\/)?)?/, '') ?? 'unknown address';
  return { ...thing, action: 'refused', operation: `${method} ${where}`.slice(0, 120) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Canonical address of a request. */
export function addressOf({ path, params, query }: Matched): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(textOf(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)] as [string, string]),
    ),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}
