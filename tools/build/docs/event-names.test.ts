/** Compares consumed events with the catalogue of published ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsumerSpec } from '@symbio/events';
import { catalogueRows } from '@symbio/proto/catalogue';
import { ALL_EVENTS, entityFilter, EVENT_PREFIX } from '@symbio/proto/event-type';
import { repoRoot } from '../../dev/paths.js';
import { consumption } from './consumption.js';
import { serviceNames } from '@symbio/topology';
import { durablesOf, natsUsers } from '@symbio/topology/nats-permissions';

const sources = (folder: string): string[] =>
  readdirSync(join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file));

/** Replaces every dependency of consumers, which use it only when an event arrives. */
const anything: object = new Proxy(() => anything, { get: () => anything });

async function consumersByProcess(): Promise<Map<string, ConsumerSpec[]>> {
  const found = new Map<string, ConsumerSpec[]>();
  const processes = serviceNames.flatMap((name) => [
    [name, `services/${name}/src`] as const,
    [`${name}-worker`, `services/${name}/src/worker`] as const,
  ]);
  for (const [process, folder] of processes) {
    if (!existsSync(join(repoRoot, folder, 'consumers.ts'))) continue;
    const { consumers } = (await import(`../../../${folder}/consumers.js`)) as {
      consumers: (...rules: object[]) => ConsumerSpec[];
    };
    found.set(process, consumers(anything, anything, anything, anything));
  }
  return found;
}

const consumersOfAll = async (): Promise<ConsumerSpec[]> => [...(await consumersByProcess()).values()].flat();

describe('events consumed by services', () => {
  it('are published by some service', async () => {
    const published = [
      ALL_EVENTS,
      ...catalogueRows.flatMap(({ service, entity, verbs }) => [
        entityFilter(service, entity, '*'),
        ...verbs.map((verb) => `${EVENT_PREFIX}.${service}.v1.${entity}.${verb}.*`),
      ]),
    ];
    const consumed = (await consumersOfAll()).map(({ events }) => events.filter());
    expect(consumed.length).toBeGreaterThan(20);
    expect(consumed.filter((filter) => !published.includes(filter))).toEqual([]);
  });

  it('have a separate consumer name', async () => {
    const durables = (await consumersOfAll()).map(({ durable }) => durable);
    expect(new Set(durables).size).toBe(durables.length);
  });

  it('are permitted on NATS', async () => {
    for (const [process, specs] of await consumersByProcess()) {
      const used = specs.map(({ durable }) => durable);
      // some are made outside of consumers.ts
      expect(used.filter((durable) => !durablesOf(process).includes(durable))).toEqual([]);
    }
  });
});

it('subjects that gateways broadcast on are permitted on NATS', () => {
  const texts = sources('gateway/src').map((file) => readFileSync(join(repoRoot, file), 'utf8'));
  const subjects = texts.flatMap((text) => [...text.matchAll(/_SUBJECT = '([^']+)'/g)].map(([, name = '']) => name));
  expect(subjects.length).toBeGreaterThan(2);
  const patterns = natsUsers.find(({ name }) => name === 'gateway')?.subscribe ?? [];
  const isPermitted = (subject: string): boolean =>
    patterns.some(
      (pattern) => pattern === subject || (pattern.endsWith('.>') && subject.startsWith(pattern.slice(0, -1))),
    );
  expect(subjects.filter((subject) => !isPermitted(subject))).toEqual([]);
});

it('consumers match the diagram in docs/architecture.md', async () => {
  const wordsOf = (entity: string | undefined, verb: string | undefined): string => `${entity ?? '*'} ${verb ?? '*'}`;
  const executed = [...(await consumersByProcess())].map(([process, specs]) => [
    process,
    [...new Set(specs.map(({ events }) => wordsOf(events.entity, events.verb)))].sort(),
  ]);
  const read = [...consumption()].map(([process, consumed]) => [
    process,
    [...new Set(consumed.map(({ entity, verb }) => wordsOf(entity, verb)))].sort(),
  ]);
  expect(read).toEqual(executed);
});

describe('a subject of an event', () => {
  it('is defined only in the contract, and no service defines event types', () => {
    const folders = [
      'gateway/src',
      'web/src',
      ...serviceNames.map((name) => `services/${name}/src`),
      ...readdirSync(join(repoRoot, 'packages'))
        .filter((name) => !name.includes('.'))
        .map((name) => `packages/${name}/src`),
    ];
    const offenders = folders.flatMap(sources).filter((file) => {
      const text = readFileSync(join(repoRoot, file), 'utf8');
      return text.includes(`${EVENT_PREFIX}.`) || text.includes('entityEvents(') || text.includes('catalogueEvents(');
    });
    expect(offenders).toEqual([]);
  });
});
