/** What requests mean to the audit trail. Each route states it where it is mounted; the text of an address decides nothing. */
import { idsOf, type Method, type Operation, type Parameters } from '@symbio/api';
import { isId } from '@symbio/kit';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';

/** Something that was looked at, taken away or changed. */
export interface Thing {
  /** As the catalogue of events calls it. */
  object: string;
  /** Empty for lists of such things. */
  objectId: string;
  projectId: string;
}

/** What was done with a thing. */
export interface Act {
  action: AuditAction;
  /** What was done, where no operation of the contract says it. */
  operation: string;
}

export type Subject = Thing & Act;

/** Parameters of a request, as the router and the query parser read them. */
export interface Asked {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

/** What the requests of one route mean. */
export interface Trail {
  /** The thing that a request is about. */
  about(method: Method, asked: Asked): Thing;
  /** What a request that succeeded did; undefined where it shows nothing of a project, or an event records it. */
  did(method: Method, asked: Asked): Act | undefined;
}

/** A route: its path, with parameters as `:id`, and what its requests mean. */
export interface AuditedRoute {
  path: string;
  trail: Trail;
}

const READ: Act = { action: 'opened', operation: 'read' };
const PROJECT = 'project';
/** Kinds in the order in which they name a request that has several ids: the narrowest first, every other kind before them. */
const WIDEST_LAST = ['mention', 'annotation', 'feature', 'page', 'document', 'run', 'author', PROJECT];
const width = (kind: string): number => WIDEST_LAST.indexOf(kind);

/** How people name issues, which services take for ids. */
const ISSUE_KEY = /^[A-Z]{1,10}-\d{1,9}$/i;
const idOf = (value: unknown): string =>
  typeof value === 'string' && (isId(value) || ISSUE_KEY.test(value)) ? value : '';

/** Parameters that hold ids, with the kind of thing that each names. */
type Ids = readonly (readonly [name: string, kind: string])[];

const narrowestFirst = (ids: Ids): Ids => [...ids].sort(([, a], [, b]) => width(a) - width(b));

/** The thing that the first of these ids names which is given. */
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

/** What a route of the screens states beside its handlers. */
interface Stated {
  /** Parameters of the query that narrow a list, with the kind of thing that each names. */
  by?: Readonly<Record<string, string>>;
  /** What a request does; by default a GET opens, and events record everything else. */
  get?: Does;
  post?: Does;
  put?: Does;
  delete?: Does;
}
type Does = Act | ((asked: Asked, thing: Thing) => Act | undefined);

/** A read that shows nothing of a project: words, the caller's own account, names of people. */
export const unseen: Does = () => undefined;
/** A read that shows something of a project only where it names the thing. */
export const seenIfNamed: Does = (_asked, { objectId }) => (objectId ? READ : undefined);
/** A read with another method than GET. */
export const opens: Does = READ;
export const act = (action: AuditAction, operation: string): Act => ({ action, operation });
/** A change of the installation that no event records. */
export const administered = (operation: string): Act => act('administered', operation);

/** The meaning of a route whose `:id`, where it has one, is the id of an `object`. */
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

/** Kinds of things by the first part of a declared path, where it is not the kind in the plural. */
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

/** Operations that read nothing of a project: words, and names of people and agents. */
const SHOW_NOTHING: ReadonlySet<string> = new Set([
  'getVocabularies',
  'listLandUses',
  'listAuthors',
  'listIssueLabels',
  'listWebhooks',
]);

/** Changes by declared operations that no event records. */
const UNTOLD: Readonly<Record<string, Act>> = {
  createWebhook: administered('webhook.created'),
  updateWebhook: administered('webhook.changed'),
  deleteWebhook: administered('webhook.deleted'),
  rotateWebhookSecret: administered('webhook.rotated'),
  testWebhook: administered('webhook.tested'),
  resendDelivery: administered('webhook.resent'),
};

/** Ids that a schema declares, and texts that are named like one (an issue's id or key). */
function kindsOf(schema: Parameters, listed: string): Ids {
  const declared = idsOf(schema);
  return Object.keys(schema.shape).flatMap((name) => {
    const thing = declared.get(name) ?? /^(\w+)_id$/.exec(name)?.[1] ?? (name === 'id' ? listed : undefined);
    return thing === undefined ? [] : [[name, thing.toLowerCase()] as const];
  });
}

/** The meaning of a declared operation: each id that its declaration names is the id of a thing. */
export function meaningOf({ id, method, path, params, query }: Operation): Trail {
  const listed = listedBy(path);
  const inPath = kindsOf(params, listed);
  const inQuery = narrowestFirst(kindsOf(query, listed));
  // `id` names what the operation is about, and comes before what narrows the answer
  const ordered = [...inQuery.filter(([name]) => name === 'id'), ...inQuery.filter(([name]) => name !== 'id')];
  return {
    about: (_method, asked) => thingOf(listed, inPath, ordered, asked),
    did: () => UNTOLD[id] ?? (method === 'get' && !SHOW_NOTHING.has(id) ? READ : undefined),
  };
}

/** The meaning of a path that several operations share. The one whose selector is in the query is meant, as in `serve.ts`. */
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

/** A request that a route was found for. */
export interface Matched extends Asked {
  route: AuditedRoute;
  /** Where the route is mounted, from the root, with parameters as `:id`. */
  path: string;
}

const methodOf = (method: string): Method => (method === 'HEAD' ? 'get' : (method.toLowerCase() as Method));

/** What a request that succeeded read or did, as far as no event records it. */
export function doneBy(method: string, { route: { trail }, ...asked }: Matched): Subject | undefined {
  const done = trail.did(methodOf(method), asked);
  return done && { ...trail.about(methodOf(method), asked), ...done };
}

/** What was refused. An address without a route is not repeated: anything may be written in it. */
export function refusedAt(method: string, matched: Matched | undefined): Subject {
  const thing = matched?.route.trail.about(methodOf(method), matched) ?? { object: '', objectId: '', projectId: '' };
  const where = matched?.path.replace(/^\/(?:api\/(?:public\/)?)?/, '') ?? 'unknown address';
  return { ...thing, action: 'refused', operation: `${method} ${where}`.slice(0, 120) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The address of a request in the one spelling that all its spellings have. */
export function addressOf({ path, params, query }: Matched): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(textOf(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)] as [string, string]),
    ),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}
