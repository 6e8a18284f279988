import type { ChangeEvent } from '../../lib/live/live-changes.js';
import { applyChange, nameHere, peopleHere, SILENT_MS, stillHere } from './presence-roster.js';
import type { Present } from './presence-roster.js';

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
const rosterOf = (changes: ChangeEvent[], now = 0) =>
  changes.reduce(
    (roster, change) => applyChange(roster, change, now),
    new Map<string, Present>() as ReadonlyMap<string, Present>,
  );
const self = { userId: 'me', windowId: 'w1' };

describe('the people in a project', () => {
  it('appear once, with the pages of all their windows; without oneself in this window', () => {
    const people = peopleHere(
      rosterOf([
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
    const people = peopleHere(rosterOf([said('me', 'w2'), said('zoe', 'a')]), self);
    expect(people.map(nameHere)).toEqual(['zoe', 'You, in another window']);
  });

  it('are followed from page to page, and removed when they leave', () => {
    const roster = rosterOf([said('zoe', 'a'), said('zoe', 'a', { document_page_id: 'page-9' })]);
    expect(peopleHere(roster, self)[0]?.pageIds).toEqual(new Set(['page-9']));
    expect(peopleHere(applyChange(roster, said('zoe', 'a', { verb: 'left' }), 1), self)).toEqual([]);
  });

  it('are removed after forty seconds of silence', () => {
    const roster = rosterOf([said('zoe', 'a')], 1000);
    expect(stillHere(roster, 1000 + SILENT_MS - 1)).toBe(roster);
    expect(stillHere(roster, 1000 + SILENT_MS).size).toBe(0);
  });

  it('ignore other events', () => {
    const roster = rosterOf([said('zoe', 'a')]);
    expect(applyChange(roster, { entity: 'annotation', verb: 'created', id: 'x' }, 5)).toBe(roster);
    expect(applyChange(roster, said('nobody', 'q', { verb: 'left' }), 5)).toBe(roster);
  });
});
