import type { ChangeEvent } from '../../lib/live/live-changes.js';
import { applyChange, presentName, presentPeople, SILENT_MS, pruneSilent } from './presence-registry.js';
import type { Present } from './presence-registry.js';

const said = (userId: string, windowId: string, changes: Partial<ChangeEvent> = {}): ChangeEvent => ({
  entity: 'presence',
  verb: 'here',
  id: `${userId}/${windowId}`,
  user_id: userId,
  name: userId,
  project_id: 'p',
  document_id: 'd1',
  document_page_id: 'page-1',
  ...changes,
});
const registryOf = (changes: ChangeEvent[], now = 0) =>
  changes.reduce(
    (registry, change) => applyChange(registry, change, now),
    new Map<string, Present>() as ReadonlyMap<string, Present>,
  );
const self = { userId: 'me', windowId: 'w1' };

describe('the people in a project', () => {
  it('appear once, with the pages of all their windows; without oneself in this window', () => {
    const people = presentPeople(
      registryOf([
        said('zoe', 'a'),
        said('zoe', 'b', { document_page_id: 'page-2' }),
        said('bob', 'c'),
        said('me', 'w1'),
      ]),
      self,
    );
    expect(people.map(({ name, pageIds }) => [name, ...pageIds])).toEqual([
      ['bob', 'page-1'],
      ['zoe', 'page-1', 'page-2'],
    ]);
  });

  it('include oneself in another window, as “you”, at the end', () => {
    const people = presentPeople(registryOf([said('me', 'w2'), said('zoe', 'a')]), self);
    expect(people.map(presentName)).toEqual(['zoe', 'You, in another window']);
  });

  it('are followed from page to page, and removed when they leave', () => {
    const registry = registryOf([said('zoe', 'a'), said('zoe', 'a', { document_page_id: 'page-9' })]);
    expect(presentPeople(registry, self)[0]?.pageIds).toEqual(new Set(['page-9']));
    expect(presentPeople(applyChange(registry, said('zoe', 'a', { verb: 'left' }), 1), self)).toEqual([]);
  });

  it('are removed after forty seconds of silence', () => {
    const registry = registryOf([said('zoe', 'a')], 1000);
    expect(pruneSilent(registry, 1000 + SILENT_MS - 1)).toBe(registry);
    expect(pruneSilent(registry, 1000 + SILENT_MS).size).toBe(0);
  });

  it('ignore other events', () => {
    const registry = registryOf([said('zoe', 'a')]);
    expect(applyChange(registry, { entity: 'annotation', verb: 'created', id: 'x' }, 5)).toBe(registry);
    expect(applyChange(registry, said('nobody', 'q', { verb: 'left' }), 5)).toBe(registry);
  });
});
