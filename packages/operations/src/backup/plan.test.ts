import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { catalogueRows } from '@symbio/proto/catalogue';
import { repoRoot } from '@symbio/fixtures/paths';
import { databaseNames, knownPlaces, ownedEntities, readingOrder } from './plan.js';

const AUDIT = path.join('services', 'identity', 'src', 'audit');

function collectionsOf(service: string): string[] {
  const folder = path.join(repoRoot, service === 'audit' ? AUDIT : path.join('services', service, 'src'));
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('model.ts') && (service === 'audit' || !path.join(folder, file).includes(AUDIT)));
  const text = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')).join('\n');
  return [...text.matchAll(/(?:row|strict)Schema<\w+>\(\s*'(\w+)'/g)].map(([, name = '']) => `${service}.${name}`);
}

describe('the order in which a backup reads', () => {
  it('contains every collection of every service, and no others', () => {
    expect([...knownPlaces].sort()).toEqual(databaseNames.flatMap(collectionsOf).sort());
  });

  it('knows the rows that events refer to', () => {
    const published = catalogueRows.map(({ service, entity }) => `${service}.${entity}`);
    // events of keys carry no row revision
    const ofNoRow = ['identity.key', 'identity.audit'];
    expect([...ownedEntities].sort()).toEqual(published.filter((name) => !ofNoRow.includes(name)).sort());
  });

  it('reads dependent collections before those they depend on, and unknown ones first', () => {
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
