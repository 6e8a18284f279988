/** Maps requests to audit subjects by the route's declaration, never by the address text. */
import { idsOf, type Method, type Operation, type Parameters } from '@symbio/api';
import { isId } from '@symbio/runtime';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';

export interface AuditObject {
  /** Object name from the event catalogue. */
  object: string;
  /** Empty for lists. */
  objectId: string;
  projectId: string;
}

export interface AuditedAction {
  action: AuditAction;
  /** Operation name if no contract operation defines it. */
  operation: string;
}

export type Subject = AuditObject & AuditedAction;

export interface AddressParts {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

export interface AuditRule {
  about(method: Method, parts: AddressParts): AuditObject;
  /** Action of a successful request; undefined if it reveals nothing or an event records it. */
  actionOf(method: Method, parts: AddressParts): AuditedAction | undefined;
}

export interface AuditedRoute {
  path: string;
  rule: AuditRule;
}

const READ: AuditedAction = { action: 'opened', operation: 'read' };
const PROJECT = 'project';
/** Priority of object kinds: unlisted ones first, then narrowest to widest. */
const KINDS_BY_WIDTH = ['mention', 'annotation', 'feature', 'page', 'document', 'run', 'author', PROJECT];
const width = (kind: string): number => KINDS_BY_WIDTH.indexOf(kind);

/** Human-readable issue keys, which services accept as ids. */
const ISSUE_KEY = /^[A-Z]{1,10}-\d{1,9}$/i;
const idOf = (value: unknown): string =>
  typeof value === 'string' && (isId(value) || ISSUE_KEY.test(value)) ? value : '';

type Ids = readonly (readonly [name: string, kind: string])[];

const narrowestFirst = (ids: Ids): Ids => [...ids].sort(([, a], [, b]) => width(a) - width(b));

function objectOf(defaultKind: string, inPath: Ids, inQuery: Ids, { params, query }: AddressParts): AuditObject {
  const found = [
    ...inPath.map(([name, kind]) => ({ kind, id: idOf(params[name]) })),
    ...inQuery.map(([name, kind]) => ({ kind, id: idOf(query[name]) })),
  ].filter(({ id }) => id !== '');
  const [first] = found;
  return {
    object: first?.kind ?? defaultKind,
    objectId: first?.id ?? '',
    projectId: found.find(({ kind }) => kind === PROJECT)?.id ?? '',
  };
}

interface RouteActions {
  /** Query parameters with their object kinds. */
  by?: Readonly<Record<string, string>>;
  /** Action per method; default: a GET opens, events record the rest. */
  get?: ActionRule;
  post?: ActionRule;
  put?: ActionRule;
  delete?: ActionRule;
}
type ActionRule = AuditedAction | ((parts: AddressParts, objectFor: AuditObject) => AuditedAction | undefined);

/** A read without project data: vocabularies, the own account, names of people. */
export const unseen: ActionRule = () => undefined;
/** A read that reveals project data only if it names an object. */
export const seenIfNamed: ActionRule = (_asked, { objectId }) => (objectId ? READ : undefined);
/** A read by a method other than GET. */
export const opens: ActionRule = READ;
export const act = (action: AuditAction, operation: string): AuditedAction => ({ action, operation });
/** Change to the installation that no event records. */
export const administered = (operation: string): AuditedAction => act('administered', operation);

export function about(object: string, { by = {}, ...actions }: RouteActions = {}): AuditRule {
  const inQuery = narrowestFirst(Object.entries(by));
  const objectFor = (parts: AddressParts): AuditObject => objectOf(object, [['id', object]], inQuery, parts);
  return {
    about: (_method, parts) => objectFor(parts),
    actionOf(method, parts) {
      const rule = actions[method] ?? (method === 'get' ? READ : undefined);
      return typeof rule === 'function' ? rule(parts, objectFor(parts)) : rule;
    },
  };
}

/** Object kinds by path segment, if not the plural. */
const KIND_BY_SEGMENT: Readonly<Record<string, string>> = {
  companies: PROJECT,
  'document-pages': 'page',
  'page-search': 'page',
  'mention-history': 'mention',
};
const kindOfPath = (path: string): string => {
  const [, first = ''] = path.split('/');
  return KIND_BY_SEGMENT[first] ?? first.replace(/s$/, '');
};

/** Operations without project data: vocabularies, names of people and agents. */
const REVEALING_NOTHING: ReadonlySet<string> = new Set([
  'getVocabularies',
  'listLandUses',
  'listAuthors',
  'listIssueLabels',
  'listWebhooks',
  'listDataSets',
  'getDataSet',
]);

const WITHOUT_EVENT: Readonly<Record<string, AuditedAction>> = {
  addDataSetVersion: administered('data_set.version_added'),
  saveSearchDistances: act('changed', 'search_distances.changed'),
  createWebhook: administered('webhook.created'),
  updateWebhook: administered('webhook.changed'),
  deleteWebhook: administered('webhook.deleted'),
  rotateWebhookSecret: administered('webhook.rotated'),
  testWebhook: administered('webhook.tested'),
  resendDelivery: administered('webhook.resent'),
};

/** Parameters declared as ids, or named like one (an issue's id or key). */
function kindsOf(schema: Parameters, defaultKind: string): Ids {
  const declared = idsOf(schema);
  return Object.keys(schema.shape).flatMap((name) => {
    const objectFor = declared.get(name) ?? /^(\w+)_id$/.exec(name)?.[1] ?? (name === 'id' ? defaultKind : undefined);
    return objectFor === undefined ? [] : [[name, objectFor.toLowerCase()] as const];
  });
}

export function auditRuleOf({ id, method, path, params, query }: Operation): AuditRule {
  const defaultKind = kindOfPath(path);
  const inPath = kindsOf(params, defaultKind);
  const inQuery = narrowestFirst(kindsOf(query, defaultKind));
  // `id` names the object itself and precedes filters
  const ordered = [...inQuery.filter(([name]) => name === 'id'), ...inQuery.filter(([name]) => name !== 'id')];
  return {
    about: (_method, parts) => objectOf(defaultKind, inPath, ordered, parts),
    actionOf: () => WITHOUT_EVENT[id] ?? (method === 'get' && !REVEALING_NOTHING.has(id) ? READ : undefined),
  };
}

export function auditRuleOfPath(operations: readonly Operation[]): AuditRule {
  const rules = operations.map((operation) => ({ operation, rule: auditRuleOf(operation) }));
  const chosen = (method: Method, { query }: AddressParts): AuditRule | undefined => {
    const variants = rules.filter(({ operation }) => operation.method === method);
    const selected = variants.find(({ operation: { selector } }) => selector !== undefined && selector in query);
    return (selected ?? variants.find(({ operation: { selector } }) => selector === undefined) ?? variants[0])?.rule;
  };
  const defaultKind = kindOfPath(operations[0]?.path ?? '');
  return {
    about: (method, parts) =>
      chosen(method, parts)?.about(method, parts) ?? { object: defaultKind, objectId: '', projectId: '' },
    actionOf: (method, parts) => chosen(method, parts)?.actionOf(method, parts),
  };
}

export interface Matched extends AddressParts {
  route: AuditedRoute;
  /** Full mounted path, with parameters as `:id`. */
  path: string;
}

const methodOf = (method: string): Method => (method === 'HEAD' ? 'get' : (method.toLowerCase() as Method));

/** Audit subject of a successful request, unless an event records it. */
export function successSubject(method: string, { route: { rule }, ...parts }: Matched): Subject | undefined {
  const action = rule.actionOf(methodOf(method), parts);
  return action && { ...rule.about(methodOf(method), parts), ...action };
}

/** Audit subject of a rejected request. Unknown addresses may contain arbitrary text and are not copied. */
export function refusalSubject(method: string, matched: Matched | undefined): Subject {
  const objectFor = matched?.route.rule.about(methodOf(method), matched) ?? {
    object: '',
    objectId: '',
    projectId: '',
  };
  const where = matched?.path.replace(/^\/(?:api\/(?:public\/)?)?/, '') ?? 'unknown address';
  return { ...objectFor, action: 'refused', operation: `${method} ${where}`.slice(0, 120) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function addressOf({ path, params, query }: Matched): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(textOf(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)] as [string, string]),
    ),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}
