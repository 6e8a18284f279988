/** Values and what the chart makes of them, each on top of the values of a trial. */
import { render, objectsOf, type Findings, type KubeObject } from './renders.js';
import { EFFECTS, type Effect } from './effect-cases.js';

/** Whether an object has everything that is expected; lists are compared item by item, and an item may be anywhere. */
function has(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return Array.isArray(actual) && expected.every((item) => actual.some((each) => has(each, item)));
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.entries(expected).every(([key, value]) =>
    value === undefined ? !(key in actual) : has((actual as Record<string, unknown>)[key], value),
  );
}

const nameOf = ({ kind, metadata }: KubeObject): string => `${kind} ${metadata.name}`;

async function wrongOf({ values, apis = [], makes }: Effect): Promise<string[]> {
  const objects = objectsOf(await render({ name: 'effects', files: ['values/trial'], apis, values }));
  return Object.entries(makes).flatMap(([name, expected]) => {
    const object = objects.find((each) => nameOf(each) === name);
    if (expected === null ? object === undefined : object !== undefined && has(object, expected)) return [];
    return [`${JSON.stringify(values)}: ${name} is not as expected: ${JSON.stringify(expected)}`];
  });
}

export async function effects(): Promise<Findings> {
  const wrong: string[] = [];
  for (const effect of EFFECTS) wrong.push(...(await wrongOf(effect).catch((error: Error) => [error.message])));
  return { wrong };
}
