/** Finds id fields in a request, by value and by contract, and substitutes ids. */
import type { FieldPath } from '@symbio/rpc/testing';

/** Of what belongs to a project. */
export const KINDS_OF_PROJECT = [
  'project',
  'document',
  'page',
  'annotation',
  'feature',
  'merge',
  'mention',
  'record',
  'determination',
  'proposal',
  'gap',
  'interview',
  'lienSearch',
  'link',
  'search',
  'hit',
  'rule',
  'recordProposal',
  'agencyRequest',
  'version',
  'run',
  'job',
  'visit',
  'photograph',
  'split',
  'shareLink',
  'reviewRule',
  'streetFile',
] as const;
/** Of what belongs to an organization and to no project. */
export const KINDS_OF_ORGANIZATION = [
  'organization',
  'user',
  'author',
  'issue',
  'comment',
  'evidence_comment',
  'screenshot',
  'key',
  'webhook',
  'delivery',
  'invitation',
] as const;
export const KINDS = [...KINDS_OF_PROJECT, ...KINDS_OF_ORGANIZATION] as const;
export type Kind = (typeof KINDS)[number];

/** Maps words in a field name to the kind of its id, specific ones first. */
const WORDS: readonly (readonly [RegExp, Kind])[] = [
  [/lien-?search/i, 'lienSearch'],
  [/questionnaire-?link/i, 'link'],
  [/share-?link/i, 'shareLink'],
  [/split/i, 'split'],
  [/review-?rule/i, 'reviewRule'],
  [/street|file_?id$/i, 'streetFile'],
  // searches of agency records
  [/record-?search|searchRecords|^getSearch$|search_?id/i, 'search'],
  // decisions about agency records
  [/record-?hits|^(?:get|decide)Hit$|decide(?:Adjoining|Place)|hit_?ids?$|duplicate_?of|record-groups/i, 'hit'],
  [/agency-?request|addFollowUp|request_?id/i, 'agencyRequest'],
  [/record-?rules|undoRule/i, 'rule'],
  [/record-?proposals|decideProposal$/i, 'recordProposal'],
  [/report-version|requestChanges|Version$|versionId/, 'version'],
  [/gap/i, 'gap'],
  [/interview/i, 'interview'],
  [/determination-?_?proposal|propose_determination/i, 'proposal'],
  [/determination/i, 'determination'],
  [/history|record|evidence/i, 'record'],
  [/page|alignment|georeference/i, 'page'],
  [/annotation|mark/i, 'annotation'],
  // `merged_ids` are features, `merge_id` and `/feature-merges/:id` are not
  [/merges|merge_?id/i, 'merge'],
  [/feature|merge/i, 'feature'],
  [/mention/i, 'mention'],
  [/[rR]uns?(?![a-z])/, 'run'],
  [/job/i, 'job'],
  [/photo/i, 'photograph'],
  [/visit/i, 'visit'],
  [/document|upload/i, 'document'],
  [/project/i, 'project'],
];
/** Words for kinds in no project, looked for before the others. */
const IN_NO_PROJECT: readonly (readonly [RegExp, Kind])[] = [
  [/author/i, 'author'],
  [/screenshot/i, 'screenshot'],
  [/comment/i, 'comment'],
  [/issue/i, 'issue'],
  [/deliver/i, 'delivery'],
  [/webhook/i, 'webhook'],
  [/key/i, 'key'],
  [/invitation/i, 'invitation'],
  [/organization/i, 'organization'],
  [/user|assignee|reporter|person/i, 'user'],
];
/** Are not objects. */
const NO_OBJECT = /window|worker/i;

/**
 * Kinds of its name, else of the enclosing names (`/documents/:id`), else all.
 * @param around enclosing names, innermost first
 */
export function kindsOf(name: string, around: readonly string[]): readonly Kind[] {
  const isOfIssue = [name, ...around].some((word) => /issue/i.test(word));
  for (const word of [name, ...around]) {
    if (NO_OBJECT.test(word)) return [];
    const found = [...IN_NO_PROJECT, ...WORDS].find(([pattern]) => pattern.test(word));
    if (found) return [found[1] === 'comment' && !isOfIssue ? 'evidence_comment' : found[1]];
  }
  return KINDS;
}

type Way = readonly (string | number)[];

export interface Place {
  /** For example `body.items[].run_id`. */
  where: string;
  kinds: readonly Kind[];
  with: (id: string) => unknown;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const ID_NAME = /^ids?$|_ids?$|Ids?$/;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const inWords = (way: Way): string =>
  way.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[]` : text ? `${text}.${step}` : step), '');
const namesOutwards = (way: Way): string[] =>
  way.filter((step): step is string => typeof step === 'string' && step !== 'value').reverse();

function changed(value: unknown, [step, ...rest]: Way, change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (typeof step === 'number') {
    const items: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [];
    items[step] = changed(items[step], rest, change);
    return items;
  }
  const fields = isPlain(value) ? value : {};
  return { ...fields, [step]: changed(fields[step], rest, change) };
}

function* textsIn(value: unknown, way: Way = []): Generator<{ way: Way; text: string }> {
  if (typeof value === 'string') yield { way, text: value };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* textsIn(item, [...way, index]);
  else if (isPlain(value)) for (const [name, field] of Object.entries(value)) yield* textsIn(field, [...way, name]);
}

/** Undefined if the request uses another oneof case. */
function wayTo(value: unknown, [step, ...rest]: FieldPath, fixed: boolean, way: Way = []): Way | undefined {
  if (step === undefined) return way;
  if (step === '[]') {
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    // a fabricated list item would lack required fields
    return first === undefined && fixed && rest.length > 0 ? undefined : wayTo(first, rest, fixed, [...way, 0]);
  }
  const fields = isPlain(value) ? value : {};
  if (step in fields && !(fixed && rest.length > 0 && fields[step] === undefined))
    return wayTo(fields[step], rest, fixed, [...way, step]);
  const chosen = Object.entries(fields).find(([, field]) => isPlain(field) && field['$case'] === step);
  if (chosen) return wayTo((chosen[1] as { value: unknown }).value, rest, fixed, [...way, chosen[0], 'value']);
  return fixed ? undefined : wayTo(undefined, rest, fixed, [...way, step]);
}

interface Found {
  places: Place[];
  unplaced: FieldPath[];
}

/**
 * All id fields of a request: each id in its values, one more in each id list, and each contract field that may hold
 * one.
 * @param about names of the request's main object, innermost first
 * @param fixed whether the request's messages are complete, so none may be fabricated
 */
export function placesOf(
  request: unknown,
  contract: readonly FieldPath[],
  about: readonly string[],
  fixed = false,
): Found {
  const places = new Map<string, Place>();
  const add = (where: string, way: Way, change: (old: unknown, id: string) => unknown, outside = about): void => {
    const [name = '', ...around] = namesOutwards(way);
    const kinds = kindsOf(name, [...around, ...outside]);
    if (kinds.length > 0 && !places.has(where))
      places.set(where, { where, kinds, with: (id) => changed(request, way, (old) => change(old, id)) });
  };
  const addMixed = (way: Way): void => {
    if (typeof way.at(-1) !== 'number') return;
    const list = way.slice(0, -1);
    add(`${inWords(list)}[+]`, list, (old, id) => [...(old as unknown[]), id]);
  };
  for (const { way, text } of textsIn(request)) {
    // the matrix's e-mail addresses contain ids only for uniqueness
    if (text.includes('@')) continue;
    const ids = [...text.matchAll(UUID)];
    for (const [index, { 0: id }] of ids.entries()) {
      const where = ids.length > 1 ? `${inWords(way)}#${index + 1}` : inWords(way);
      add(where, way, (old, other) => String(old).replace(id, other));
    }
    if (ids.length > 0) addMixed(way);
  }
  const unplaced: FieldPath[] = [];
  for (const field of contract) {
    const way = wayTo(request, field, fixed);
    if (!way) unplaced.push(field);
    else add(inWords(way), way, (_old, id) => id);
  }
  return { places: [...places.values()], unplaced };
}

export interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  'x-symbio-id'?: string;
}

/** @param definitions by name, for references */
export function idsOfSchema(
  schema: Schema,
  definitions: Readonly<Record<string, Schema>> = {},
  before: FieldPath = [],
): FieldPath[] {
  if (schema.$ref) {
    const named = definitions[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return named && before.length < 8 ? idsOfSchema(named, definitions, before) : [];
  }
  const name = before.findLast((step) => step !== '[]') ?? '';
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inside = [
    ...variants.flatMap((variant) => idsOfSchema(variant, definitions, before)),
    ...(schema.items ? idsOfSchema(schema.items, definitions, [...before, '[]']) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, one]) =>
      idsOfSchema(one, definitions, [...before, field]),
    ),
  ];
  if (inside.length > 0) return [...new Map(inside.map((path) => [path.join('.'), path])).values()];
  const holdsOne = schema['x-symbio-id'] !== undefined || ID_NAME.test(name);
  return holdsOne && before.length > 0 ? [before] : [];
}
