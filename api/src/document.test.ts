import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { z } from 'zod';
import { refusalsOf } from './errors.js';
import { byAddress, openApiDocument, operations } from './index.js';

const made = `${JSON.stringify(openApiDocument(operations), null, 2)}\n`;
const named = operations.map((operation) => [operation.id, operation] as const);

it('the document that is checked in is the one that the declarations make (npm run openapi)', () => {
  const checkedIn = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
  expect(checkedIn === made).toBe(true);
});

it('the document keeps the rules that Redocly recommends', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: made, absoluteRef: 'openapi.json', config });
  const said = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  expect(said).toEqual([]);
});

it('batches say that a malformed item refuses all of them, and what the others of mode `all` are answered', () => {
  for (const name of ['createAnnotations', 'createMentions'])
    expect(operations.find(({ id }) => id === name)?.description).toContain('malformed item');
  expect(made.match(/424 `batch_refused`/g)).toHaveLength(2);
});

it('says which lists answer 20 items to who does not say how many', () => {
  expect(made).toContain('up to 1,000 items; projects, documents, issues and page search return 20.');
  expect(operations.find(({ id }) => id === 'searchPages')?.description).toContain('Returns 20 pages');
});

it('says what lists of changes do not show, and what keys are refused', () => {
  expect(made).toContain('Deleted items are not included');
  expect(made).toContain('(people only; keys are rejected)');
});

it('an id of examples is that of one thing', () => {
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

it('every operation has a name of its own', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

it('every path has one operation without a selector for each of its methods, or each has one of its own', () => {
  for (const [path, methods] of byAddress(operations))
    for (const [method, variants] of methods) {
      const selectors = variants.map(({ selector }) => selector);
      expect([path, method, new Set(selectors).size]).toEqual([path, method, variants.length]);
    }
});

describe.each(named)('%s', (_id, operation) => {
  const { summary, description, example, params, query, body, consumes, path, insteadUse } = operation;

  it('says what it does', () => {
    expect(summary).toMatch(/^\p{Lu}.*[^.]$/u);
    expect(description).toMatch(/[.`]$/);
    if (insteadUse !== undefined) expect(operations.map(({ id }) => id)).toContain(insteadUse);
  });

  it('has an example that it takes', () => {
    expect(params.safeParse(example?.params ?? {}).error?.issues).toBeUndefined();
    expect(query.safeParse(example?.query ?? {}).error?.issues).toBeUndefined();
    // file bodies have no text sample
    if (body && consumes === undefined) expect(body.safeParse(example?.body).error?.issues).toBeUndefined();
    else expect(example?.body).toBeUndefined();
  });

  it('says that an answer, or the end of a JSON body, may not come in time (ERR-01)', () => {
    const statuses = [...refusalsOf(operation).keys()];
    expect(statuses).toContain(504);
    expect(statuses.includes(408)).toBe(body !== undefined && consumes === undefined);
  });

  it('has the parameters of its path', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params.shape)).toEqual(inPath);
  });
});
