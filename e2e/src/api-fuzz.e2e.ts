/** Fuzzes every operation of the public API deterministically; `npm run test:api` runs longer with random seeds. */
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { Api, LOCAL_API_KEY, projectFields, stackUrl, type Many, type One } from './api-client.js';
import { TEST_MS } from './timeouts.js';
import { valuesOf, type Schema } from './schema-values.js';

jest.setTimeout(TEST_MS);

const REQUESTS = 12;
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

const document = (await (await fetch(`${stackUrl()}/api/public/openapi.json`)).json()) as Document;
const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);
// deletions come last, so the others find their targets
const isDeletion = ({ method }: { method: string }): boolean => method === 'DELETE';
const operations = [...all.filter((one) => !isDeletion(one)), ...all.filter(isDeletion)];

const canary = 'Canary of the fuzzer';
let key: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const admin = await Api.signIn('admin@symbio.test');
  await admin.post('/api/public/projects', projectFields(canary));
  const project = (await admin.post<One<{ id: string }>>('/api/public/projects', projectFields('Fuzzed'))).body.data;
  const made = await admin.post<One<{ key: string }>>('/api/api-keys', { name: 'Fuzzer', project_ids: [project.id] });
  key = made.body.data.key;
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

async function send(method: string, path: string, query: Record<string, unknown>, body: unknown) {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${inAddress(value)}`);
  const response = await fetch(
    `${stackUrl()}/api/public${path}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`,
    {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  return { status: response.status, text: await response.text() };
}

describe('For any input, an operation responds as documented and reveals nothing of other projects', () => {
  // excludes webhooks: they would call made-up receiver URLs
  it.each(operations.filter(({ path }) => !path.startsWith('/webhooks')).map((one) => [one.operationId, one] as const))(
    '%s',
    async (_, { method, path, parameters = [], requestBody, responses }) => {
      const sources = { schemas: document.components.schemas, ids };
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
          const { status, text } = await send(method, at, query, body);
          expect(Object.keys(responses)).toContain(String(status));
          expect(text).not.toContain(canary);
        }),
        { numRuns: REQUESTS, seed: SEED },
      );
    },
  );
});
