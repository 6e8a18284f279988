/**
 * Fuzzes every declared operation deterministically: those of the public API with a key, those of the screens as an
 * owner of one project. `npm run test:api` runs longer with random seeds.
 */
import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { Api, LOCAL_API_KEY, projectFields, stackUrl, type Many, type One } from './api-client.js';
import { TEST_MS } from './timeouts.js';
import { valuesOf, type Schema } from './schema-values.js';

jest.setTimeout(TEST_MS);

const REQUESTS = 8;
const SEED = 20261122;

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const publicDocument = (await (await fetch(`${stackUrl()}/api/public/openapi.json`)).json()) as Document;
const appDocument = JSON.parse(readFileSync(new URL('../../api/app.json', import.meta.url), 'utf8')) as Document;
const all = [
  { prefix: '/api/public', document: publicDocument },
  { prefix: '/api', document: appDocument },
].flatMap(({ prefix, document: { paths, components } }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ prefix, path, method: method.toUpperCase(), schemas: components.schemas },
      ...operation,
    })),
  ),
);
// deletions come last, so the others find their targets
const isDeletion = ({ method }: { method: string }): boolean => method === 'DELETE';
const ordered = [...all.filter((one) => !isDeletion(one)), ...all.filter(isDeletion)];
/** Webhooks would call made-up receivers; the others end the session, change the account, or never end. */
const LEFT_OUT = /^(?:\/api\/public\/webhooks|\/api\/(?:auth|me|events|secret-manager)\b)/;
const operations = ordered.filter(({ prefix, path }) => !LEFT_OUT.test(prefix + path));

const canary = 'Canary of the fuzzer';
/** By prefix. */
const authorizations: Record<string, Record<string, string>> = {};
const ids: Record<string, string> = {};

beforeAll(async () => {
  const admin = await Api.signIn('admin@symbio.test');
  await admin.post('/api/public/projects', projectFields(canary));
  const project = (await admin.post<One<{ id: string }>>('/api/public/projects', projectFields('Fuzzed'))).body.data;
  const made = await admin.post<One<{ key: string }>>('/api/api-keys', { name: 'Fuzzer', project_ids: [project.id] });
  const owner = await Api.signIn('customer@symbio.test');
  const { data: person } = (await owner.get<One<{ id: string }>>('/api/me')).body;
  const members = `/api/projects/${project.id}/members`;
  expect((await admin.post(members, { user_id: person.id, role: 'owner' })).status).toBe(201);
  Object.assign(authorizations, {
    '/api/public': { authorization: `Bearer ${made.body.data.key}` },
    '/api': await owner.authorization(),
  });
  const agent = new Api(LOCAL_API_KEY);
  const [author] = (await agent.get<Many<{ id: string }>>('/api/public/authors')).body.data;
  const feature = await admin.post<One<{ id: string }>>('/api/public/features', {
    project_id: project.id,
    name: 'Tank',
  });
  const run = await admin.post<One<{ id: string }>>('/api/public/runs', { project_id: project.id, name: 'Fuzzing' });
  Object.assign(ids, {
    Project: project.id,
    Author: author?.id,
    Feature: feature.body.data.id,
    Run: run.body.data.id,
  });
});

const inAddress = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // lone surrogates cannot be encoded
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
};

async function send(
  { prefix, method }: { prefix: string; method: string },
  path: string,
  query: Record<string, unknown>,
  body: unknown,
) {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${inAddress(value)}`);
  const response = await fetch(
    `${stackUrl()}${prefix}${path}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`,
    {
      method,
      headers: {
        ...authorizations[prefix],
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  return { status: response.status, text: await response.text() };
}

describe('For any input, an operation responds as documented and reveals nothing of other projects', () => {
  it.each(operations.map((one) => [one.operationId, one] as const))(
    '%s',
    async (_, { prefix, method, path, schemas, parameters = [], requestBody, responses }) => {
      const sources = { schemas, ids };
      const recordOf = (place: string) => {
        const wanted = parameters.filter((parameter) => parameter.in === place);
        return fc.record(Object.fromEntries(wanted.map(({ name, schema }) => [name, valuesOf(schema, sources)])), {
          requiredKeys: wanted.filter(({ required }) => required).map(({ name }) => name),
        });
      };
      const schema = requestBody?.content['application/json']?.schema;
      const requests = fc.tuple(
        recordOf('path'),
        recordOf('query'),
        schema ? valuesOf(schema, sources) : fc.constant(undefined),
      );
      await fc.assert(
        fc.asyncProperty(requests, async ([inPath, query, body]) => {
          // an empty path segment would be another path
          const at = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => inAddress(inPath[name]) || 'none');
          const { status, text } = await send({ prefix, method }, at, query, body);
          expect(Object.keys(responses)).toContain(String(status));
          expect(text).not.toContain(canary);
        }),
        { numRuns: REQUESTS, seed: SEED },
      );
    },
  );
});
