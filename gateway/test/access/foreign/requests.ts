/** Requests for the caller's own project with every field that could hold a foreign id. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { idsOfContract, type FieldPath } from '@symbio/rpc/testing';
import * as services from '@symbio/proto/services';
import { repoRoot } from '@symbio/fixtures/paths';
import { tools } from '../../../src/mcp/tools/index.js';
import type { Actor } from '@symbio/runtime';
import { CREATOR, KEY_OF_STAFF, STAFF, type Known } from '../callers.js';
import { callBy } from '../credentials.js';
import { SERVICES } from '../system.js';
import {
  aFewAtATime,
  isReading,
  isStream,
  tellAt,
  tellOf,
  type CallRow,
  type RouteCall,
  type RouteRow,
} from '../tries.js';
import type { World } from '../world.js';
import { idsOfSchema, placesOf, type Schema } from './places.js';
import { triesAt, type Answer, type Sender, type Try } from './tries.js';

/** Owns the requests' project only; has more rights than a customer. */
export const CALLER = STAFF;
const KEY_OF_CALLER = KEY_OF_STAFF;

/** Sends the requests unless another sender is given. */
const SENDER: Sender = { person: CALLER, key: KEY_OF_CALLER };

interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Schema> };
}
interface OpenApiOperation {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
const openApi = JSON.parse(readFileSync(path.join(repoRoot, 'api', 'openapi.json'), 'utf8')) as OpenApi;
const ID_NAME = /^ids?$|_ids?$/;

function idsOfRoute(route: string): FieldPath[] {
  const [method = '', address = ''] = route.split(' ');
  const at = address.replace('/api/public', '').replaceAll(/:(\w+)/g, '{$1}');
  const operation = openApi.paths[at]?.[method.toLowerCase()];
  if (!address.startsWith('/api/public/') || !operation) return [];
  const body = operation.requestBody?.content['application/json']?.schema;
  return [
    ...(operation.parameters ?? [])
      .filter(({ in: place, name }) => place === 'query' && ID_NAME.test(name))
      .map(({ name }) => ['query', name]),
    ...(body ? idsOfSchema(body, openApi.components.schemas, ['body']) : []),
  ];
}

const idsOfTool = (name: string): FieldPath[] => {
  const schema = tools.find(({ listed }) => listed.name === name)?.listed.inputSchema;
  return schema ? idsOfSchema(schema, {}, ['body', 'params', 'arguments']) : [];
};

interface Parts {
  /** Path ids, under the preceding segment and the parameter's name. */
  path: Record<string, string>;
  query: Record<string, string>;
  body?: unknown;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Tile addresses have a signature here, which differs in each run. */
const wordOf = (segment = ''): string => (/^[a-z-]+$/.test(segment) ? segment : 'signature');

function partsOf(route: string, call: RouteCall): { parts: Parts; complete: (parts: Parts) => RouteCall } {
  const [address = '', search = ''] = call.path.split('?');
  const pattern = route.slice(route.indexOf(' ') + 1).split('/');
  const segments = address.split('/');
  const names = new Map<number, string>();
  for (const [index, segment] of segments.entries())
    if (UUID.test(segment)) names.set(index, `${wordOf(segments[index - 1])}/${pattern[index] ?? ':id'}`);
  const form = call.body instanceof FormData ? Object.fromEntries(call.body.entries()) : undefined;
  const body = form ?? call.body;
  const parts: Parts = {
    path: Object.fromEntries([...names].map(([index, name]) => [name, segments[index] ?? ''])),
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(body === undefined ? {} : { body }),
  };
  const formOf = (fields: object): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields) as [string, string | Blob][]) data.append(name, value);
    return data;
  };
  return {
    parts,
    complete: ({ path: ids, query, body: changed }) => {
      const at = segments.map((segment, index) => ids[names.get(index) ?? ''] ?? segment).join('/');
      const parameters = new URLSearchParams(query).toString();
      return {
        ...call,
        path: parameters ? `${at}?${parameters}` : at,
        ...(changed === undefined ? {} : { body: form ? formOf(changed as object) : changed }),
      };
    },
  };
}

const callerAt = (route: string, { person, key }: Sender): Known => (/webhooks|\/mcp$/.test(route) ? key : person);

/** Query parameters and fields with a text that is searched for. */
const SEARCHED = /^(?:q|query|search|text|email|company)$/;
const searchedIn = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => SEARCHED.test(name));

const searchedAt = (route: string, { query }: Parts): string[] => {
  const [method = '', address = ''] = route.split(' ');
  const at = address.replace('/api/public', '').replaceAll(/:(\w+)/g, '{$1}');
  const named = openApi.paths[at]?.[method.toLowerCase()]?.parameters ?? [];
  return searchedIn([...Object.keys(query), ...named.filter((one) => one.in === 'query').map(({ name }) => name)]);
};

interface Stuffed {
  name: string;
  fields: readonly string[];
  send: () => Promise<Answer>;
}

/** Fields that only the product sets: author, location, time, role, revision. */
const NOT_FOR_CALLERS: Readonly<Record<string, unknown>> = {
  author_id: '01a20a10-0000-7000-8000-000000000001',
  project_id: '01a20a10-0000-7000-8000-000000000002',
  created_by: '01a20a10-0000-7000-8000-000000000003',
  role: 'administrator',
  permissions: ['canManageUser'],
  revision: 7,
  created_at: '2020-01-01T00:00:00Z',
  createdAt: '2020-01-01T00:00:00Z',
  deleted_at: null,
  __v: 7,
};

function fieldsOfRoute(route: string): readonly string[] {
  const [method = '', address = ''] = route.split(' ');
  const operation =
    openApi.paths[address.replace('/api/public', '').replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const schema = operation?.requestBody?.content['application/json']?.schema;
  const named = schema?.$ref ? openApi.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] : schema;
  return [named, ...(named?.anyOf ?? []), ...(named?.oneOf ?? [])].flatMap((one) => Object.keys(one?.properties ?? {}));
}

export interface Generated {
  tries: Try[];
  own: { name: string; may: boolean; reads: boolean; send: (by?: Sender) => Promise<Answer> }[];
  /** Requests with another text in a field that is searched for. */
  searches: { name: string; send: (text: string, by?: Sender) => Promise<Answer> }[];
  stuffed: Stuffed[];
  unplaced: string[];
}

export const together = (parts: readonly Generated[]): Generated => ({
  tries: parts.flatMap(({ tries }) => tries),
  own: parts.flatMap(({ own }) => own),
  searches: parts.flatMap(({ searches }) => searches),
  stuffed: parts.flatMap(({ stuffed }) => stuffed),
  unplaced: parts.flatMap(({ unplaced }) => unplaced),
});

/** The first of those with the same name and kind. */
function unlikeEachOther(tries: readonly Try[]): Try[] {
  const seen = new Set<string>();
  return tries.filter(({ name, kind }) => !seen.has(`${name} ${kind}`) && seen.add(`${name} ${kind}`));
}

/** Non-public routes accept these, for administrators only. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'PUT /api/users/:id': ['role'],
  'POST /api/api-keys': ['author_id'],
};
const isForm = (body: object): boolean => Object.values(body).some((value) => value instanceof Blob);

function stuffedWith(
  name: string,
  parts: Parts,
  known: readonly string[],
  send: (parts: Parts) => Promise<Answer>,
): Stuffed[] {
  const { body } = parts;
  // forms are parsed by field, and an empty body means that the route reads none
  const isRead = typeof body === 'object' && body !== null && Object.keys(body).length > 0 && !isForm(body);
  if (!isRead) return [];
  const taken = [...known, ...(TAKEN[name] ?? [])];
  const extra = Object.entries(NOT_FOR_CALLERS).filter(([field]) => !taken.includes(field) && !(field in body));
  return [
    {
      name,
      fields: extra.map(([field]) => field),
      send: () => send({ ...parts, body: { ...body, ...Object.fromEntries(extra) } }),
    },
  ];
}

export async function ofRoutes(own: World, rows: readonly RouteRow[]): Promise<Generated> {
  const generate = async (row: RouteRow): Promise<Generated> => {
    const call = await row.call(own);
    const { parts, complete } = partsOf(row.route, call);
    const toolName = row.route === 'POST /mcp' ? row.way : undefined;
    const name = toolName ? `tool ${toolName}` : row.route;
    const contract = toolName ? idsOfTool(toolName) : idsOfRoute(row.route);
    const send = (changed: unknown, by = SENDER): Promise<Answer> =>
      tellAt(own, row, complete(changed as Parts), callerAt(row.route, by));
    const about = [...(toolName ? [toolName] : []), ...row.route.split('/').reverse()];
    const { places } = placesOf(parts, contract, about);
    return {
      tries: triesAt(name, places, send),
      own: [
        {
          name: row.way ? `${name} (${row.way})` : name,
          may:
            'allowed' in row && row.allowed[callerAt(row.route, SENDER) === CALLER ? CREATOR : KEY_OF_STAFF] === 'ok',
          reads: isReading(row),
          send: (by) => send(parts, by),
        },
      ],
      searches: searchedAt(row.route, parts).map((field) => ({
        name: `${name} query.${field}`,
        send: (text, by) => send({ ...parts, query: { ...parts.query, [field]: text } }, by),
      })),
      stuffed: toolName ? [] : stuffedWith(name, parts, fieldsOfRoute(row.route), send),
      unplaced: [],
    };
  };
  const all = together(
    await aFewAtATime(
      rows.filter((row) => !row.meanwhile),
      generate,
    ),
  );
  return { ...all, tries: unlikeEachOther(all.tries) };
}

interface Codec {
  requestSerialize: (request: unknown) => Buffer;
  requestDeserialize: (bytes: Buffer) => unknown;
}

async function* streamOf(messages: unknown): AsyncGenerator<unknown> {
  for (const message of messages as unknown[]) yield await Promise.resolve(message);
}

export async function ofCalls(own: World, rows: readonly CallRow[]): Promise<Generated> {
  const contracts = new Map(SERVICES.map((service) => [service, idsOfContract(service)]));
  const generate = async (row: CallRow): Promise<Generated> => {
    const actorOf = ({ person, key }: Sender): Actor => own.actors[row.service === 'webhook' ? key : person];
    const { requestSerialize, requestDeserialize } = (services[row.service] as unknown as Record<string, Codec>)[
      row.method
    ] as Codec;
    // with all contract fields, as completed by the client
    const blank = requestDeserialize(Buffer.alloc(0)) as object;
    const whole = (message: unknown): unknown => {
      const given = Object.entries(message as object).filter(([, value]) => value !== undefined);
      return requestDeserialize(requestSerialize({ ...blank, ...Object.fromEntries(given) }));
    };
    const given = await row.request(own, actorOf(SENDER));
    const messages: unknown[] = [];
    if (isStream(row)) for await (const message of given as AsyncIterable<unknown>) messages.push(whole(message));
    const request = isStream(row) ? messages : whole(given);
    const fields = contracts.get(row.service)?.get(row.method) ?? [];
    const contract = isStream(row) ? fields.map((field) => ['[]', ...field]) : fields;
    const send = async (changed: unknown, by = SENDER): Promise<Answer> =>
      tellOf(own, row, isStream(row) ? streamOf(changed) : changed, await callBy(actorOf(by)));
    const message = request as Record<string, unknown>;
    const name = `${row.service}.${row.method}`;
    const { places, unplaced } = placesOf(request, contract, [row.method, row.service], true);
    return {
      tries: triesAt(name, places, send),
      own: [{ name, may: false, reads: isReading(row), send: (by) => send(request, by) }],
      searches: (isStream(row) ? [] : searchedIn(Object.keys(message))).map((field) => ({
        name: `${name} ${field}`,
        send: (text, by) => send({ ...message, [field]: text }, by),
      })),
      stuffed: [],
      unplaced: unplaced.map((field) => `${name} ${field.join('.')}`),
    };
  };
  const all = together(await aFewAtATime(rows, generate));
  const placed = new Set(all.tries.map(({ name }) => name.replaceAll(/\[\]|\.value|#\d+/g, '')));
  return {
    ...all,
    tries: unlikeEachOther(all.tries),
    unplaced: [...new Set(all.unplaced)].filter((name) => !placed.has(name.replaceAll('.[]', ''))),
  };
}

/** Public API lists with cursors that can be limited to a project; the world has no two placed sheets. */
export const LISTS_WITH_CURSORS = Object.entries(openApi.paths)
  .filter(
    ([address, { get }]) =>
      address !== '/georeferences' &&
      ['cursor', 'project_id'].every((wanted) => get?.parameters?.some(({ name }) => name === wanted)),
  )
  .map(([address]) => `/api/public${address}`);
