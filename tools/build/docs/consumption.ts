/** Events that each process consumes, read from the text of its consumers.ts. */
import fs from 'node:fs';
import path from 'node:path';
import { catalogueRows } from '@symbio/proto/catalogue';
import { repoRoot } from '../../dev/paths.js';
import { serviceNames } from '@symbio/topology';

/** Set of events: all of an entity without verb, every event without entity. */
export interface Consumed {
  entity?: string;
  verb?: string;
}

const read = (...parts: string[]): string => {
  const file = path.join(repoRoot, ...parts);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
};

/** Entities by the name of their event types: `documentEvents` is `document`. */
function entitiesByName(): ReadonlyMap<string, string> {
  const names = [...new Set(catalogueRows.map(({ service }) => service))].flatMap((service) =>
    [
      ...read('proto', 'src', service, 'events.ts').matchAll(/export const (\w+) = catalogueEvents\('\w+', '(\w+)'/g),
    ].map(([, name = '', entity = '']) => [name, entity] as const),
  );
  return new Map(names);
}

/** Parses the consumers of a file: event types, ends and copies of projects, or every event. */
function consumedIn(text: string, entities: ReadonlyMap<string, string>): Consumed[] {
  const code = text.replaceAll(/^import [^;]*;$/gm, '');
  const consumed: Consumed[] = [...code.matchAll(/\b(\w+Events)\.(\w+)\b/g)].flatMap(([, name = '', verb = '']) => {
    const entity = entities.get(name);
    return entity === undefined ? [] : [verb === 'any' ? { entity } : { entity, verb }];
  });
  if (code.includes('onProjectEnd('))
    consumed.push({ entity: 'project', verb: 'deleted' }, { entity: 'project', verb: 'erased' });
  if (code.includes('onSampleCopied(')) consumed.push({ entity: 'project', verb: 'created' });
  if (code.includes('ALL_EVENTS')) consumed.push({});
  return consumed;
}

/** Processes without consumers are left out. */
export function consumption(): ReadonlyMap<string, readonly Consumed[]> {
  const entities = entitiesByName();
  const all = serviceNames.flatMap((name) => [
    [name, consumedIn(read('services', name, 'src', 'consumers.ts'), entities)] as const,
    [`${name}-worker`, consumedIn(read('services', name, 'src', 'worker', 'consumers.ts'), entities)] as const,
  ]);
  return new Map(all.filter(([, consumed]) => consumed.length > 0));
}
