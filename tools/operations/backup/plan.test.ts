import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { catalogueRows } from '@symbio/proto/catalogue';
import { repoRoot } from '../../dev/paths.js';
import { serviceNames } from '../../topology.js';
import { knownPlaces, ownedEntities, readingOrder } from './plan.js';

/** Names of the collections in a service's models. */
function collectionsOf(service: string): string[] {
  const folder = path.join(repoRoot, 'services', service, 'src');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('model.ts'));
  const text = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')).join('\n');
  return [...text.matchAll(/(?:row|strict)Schema<\w+>\(\s*'(\w+)'/g)].map(([, name = '']) => `${service}.${name}`);
}

describe('the order in which a backup reads', () => {
  it('knows every collection of every service, and none that there is not', () => {
    expect([...knownPlaces].sort()).toEqual(serviceNames.flatMap(collectionsOf).sort());
  });

  it('knows the rows that events tell of', () => {
    const published = catalogueRows.map(({ service, entity }) => `${service}.${entity}`);
    // of a key events tell what it did: their revision is none of its row
    expect([...ownedEntities].sort()).toEqual(published.filter((name) => name !== 'identity.key').sort());
  });

  it('reads what follows others before them, and what nobody knows with those that follow', () => {
    const place = (name: string) => ({ service: name.split('.')[0] ?? '', collection: name.split('.')[1] ?? '' });
    const names = [
      'project.projects',
      'document.documents',
      'document.pages',
      'feature.new',
      'job.gone',
      'project.claims',
    ];
    expect(readingOrder(names.map(place)).map(({ service, collection }) => `${service}.${collection}`)).toEqual([
      'project.claims',
      'job.gone',
      'feature.new',
      'document.pages',
      'document.documents',
      'project.projects',
    ]);
  });
});
