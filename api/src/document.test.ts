import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { z } from 'zod';
import { refusalsOf } from './errors.js';
import { appOperations, byAddress, openApiDocument, operations } from './index.js';

const made = `${JSON.stringify(openApiDocument(operations), null, 2)}\n`;
const named = operations.map((operation) => [operation.id, operation] as const);

it.each([
  ['openapi.json', made],
  ['app.json', `${JSON.stringify(openApiDocument(appOperations, 'app'), null, 2)}\n`],
])('%s is up to date (npm run openapi)', (name, document) => {
  const checkedIn = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  expect(checkedIn === document).toBe(true);
});

it('operations of the screens are not in the public document', () => {
  expect(operations.filter(({ audience }) => audience !== 'public')).toEqual([]);
  expect(appOperations.length).toBeGreaterThan(100);
  const ids = [...operations, ...appOperations].map(({ id }) => id);
  expect(ids.length).toBe(new Set(ids).size);
});

it('the document passes the rules recommended by Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: made, absoluteRef: 'openapi.json', config });
  const said = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  expect(said).toEqual([]);
});

it('batches document malformed items and the 424 of mode `all`', () => {
  for (const name of ['createAnnotations', 'createMentions'])
    expect(operations.find(({ id }) => id === name)?.description).toContain('malformed item');
  expect(made.match(/424 `batch_refused`/g)).toHaveLength(2);
});

it('documents which lists return 20 items by default', () => {
  expect(made).toContain('up to 1,000 items; projects, documents, issues and page search return 20.');
  expect(operations.find(({ id }) => id === 'searchPages')?.description).toContain('Returns 20 pages');
});

it('documents that deleted items are not listed as changes, and what keys may not do', () => {
  expect(made).toContain('Deleted items are not included');
  expect(made).toContain('(people only; keys are rejected)');
});

it('an example id belongs to one entity', () => {
  const things = new Map<string, Set<string>>();
  for (const { example, params, query } of operations)
    for (const [shape, values] of [
      [params.shape, example?.params],
      [query.shape, example?.query],
    ] as const)
      for (const [name, schema] of Object.entries(shape)) {
        const thing = (schema as z.ZodType).meta()?.['x-symbio-id'];
        const id = (values as Record<string, unknown> | undefined)?.[name];
        if (typeof thing === 'string' && typeof id === 'string')
          things.set(id, new Set([...(things.get(id) ?? []), thing]));
      }
  expect(things.size).toBeGreaterThan(8);
  expect([...things].filter(([, found]) => found.size > 1)).toEqual([]);
});

it('operation ids are unique', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

it('every path has at most one operation without a selector per method, and unique selectors', () => {
  for (const [path, methods] of byAddress(operations))
    for (const [method, variants] of methods) {
      const selectors = variants.map(({ selector }) => selector);
      expect([path, method, new Set(selectors).size]).toEqual([path, method, variants.length]);
    }
});

describe.each(named)('%s', (_id, operation) => {
  const { summary, description, example, params, query, body, consumes, path, insteadUse } = operation;

  it('has a summary and a description', () => {
    expect(summary).toMatch(/^\p{Lu}.*[^.]$/u);
    expect(description).toMatch(/[.`]$/);
    if (insteadUse !== undefined) expect(operations.map(({ id }) => id)).toContain(insteadUse);
  });

  it('has a valid example', () => {
    expect(params.safeParse(example?.params ?? {}).error?.issues).toBeUndefined();
    expect(query.safeParse(example?.query ?? {}).error?.issues).toBeUndefined();
    // file bodies have no text sample
    if (body && consumes === undefined) expect(body.safeParse(example?.body).error?.issues).toBeUndefined();
    else expect(example?.body).toBeUndefined();
  });

  it('documents timeouts of responses and JSON bodies (ERR-01)', () => {
    const statuses = [...refusalsOf(operation).keys()];
    expect(statuses).toContain(504);
    expect(statuses.includes(408)).toBe(body !== undefined && consumes === undefined);
  });

  it('declares the parameters of its path', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params.shape)).toEqual(inPath);
  });
});
