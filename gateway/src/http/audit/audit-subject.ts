/** Maps requests to audit subjects by the route's declaration, never by the address text. */
import { idsOf, type AuditedAction, type Method, type Operation, type Parameters } from '@symbio/api';
import { isId } from '@symbio/runtime';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';

export interface AuditObject {
  /** Object name from the event catalogue. */
  object: string;
  /** Empty for lists. */
  objectId: string;
  projectId: string;
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

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

export const act = (action: AuditAction, operation: string): AuditedAction => ({ action, operation });

/** Rule of a route that is no declared operation: it names no id, and its actions are recorded one by one. */
export const about = (object: string): AuditRule => ({
  about: () => ({ object, objectId: '', projectId: '' }),
  actionOf: () => undefined,
});

/** Kind of the objects below a path, unless declared: `feature` for `/features`. */
const kindOfPath = (path: string): string => {
  const [, first = ''] = path.split('/');
  return first.replace(/s$/, '');
};

const kindName = (thing: string): string => thing.toLowerCase().replaceAll(' ', '-');

/** Parameters declared as ids; in the public API also those named like one (an issue's id or key). */
function kindsOf(schema: Parameters, { audience, audit, path }: Operation): Ids {
  const declared = idsOf(schema);
  const ofId = audit?.subject ?? kindOfPath(path);
  const kindOf = (name: string): string | undefined => {
    const thing = declared.get(name);
    if (audience === 'app') return name === 'id' ? ofId : thing;
    return thing ?? /^(\w+)_id$/.exec(name)?.[1] ?? (name === 'id' ? ofId : undefined);
  };
  return Object.keys(schema.shape).flatMap((name) => {
    const kind = kindOf(name);
    return kind === undefined ? [] : [[name, kindName(kind)] as const];
  });
}

/** Fills `{name}` with query parameters. */
const filled = ({ action, operation }: AuditedAction, { query }: AddressParts): AuditedAction => ({
  action,
  operation: operation.replaceAll(/\{(\w+)\}/g, (_all, name: string) => textOf(query[name])),
});

export function auditRuleOf(operation: Operation): AuditRule {
  const { method, path, params, query, audit = {} } = operation;
  const defaultKind = audit.subject ?? kindOfPath(path);
  const inPath = kindsOf(params, operation);
  const inQuery = narrowestFirst(kindsOf(query, operation));
  const ordered = [...inQuery.filter(([name]) => name === 'id'), ...inQuery.filter(([name]) => name !== 'id')];
  const { records = method === 'get' ? 'opened' : 'nothing' } = audit;
  const aboutParts = (parts: AddressParts): AuditObject => objectOf(defaultKind, inPath, ordered, parts);
  return {
    about: (_method, parts) => aboutParts(parts),
    actionOf(_method, parts) {
      if (typeof records === 'object') return filled(records, parts);
      if (records === 'nothing' || (records === 'named' && aboutParts(parts).objectId === '')) return undefined;
      return READ;
    },
  };
}

export function auditRuleOfPath(operations: readonly Operation[]): AuditRule {
  const rules = operations.map((operation) => ({ operation, rule: auditRuleOf(operation) }));
  const chosen = (method: Method, { query }: AddressParts): AuditRule | undefined => {
    const variants = rules.filter(({ operation }) => operation.method === method);
    const selected = variants.find(({ operation: { selector } }) => selector !== undefined && selector in query);
    return (selected ?? variants.find(({ operation: { selector } }) => selector === undefined) ?? variants[0])?.rule;
  };
  const [first] = operations;
  const defaultKind = first?.audit?.subject ?? kindOfPath(first?.path ?? '');
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

/** Unless an event records it. */
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

export function addressOf({ path, params, query }: Matched): string {
  const address = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(textOf(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)] as [string, string]),
    ),
  ).toString();
  return search ? `${address}?${search}` : address;
}
