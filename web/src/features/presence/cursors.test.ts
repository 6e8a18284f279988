import type { ChangeEvent } from '../../lib/live/live-changes.js';
import { initialsOf } from '../../lib/ui/initials.js';
import { applyCursor, colourOf, type CursorsById } from './cursors.js';

const moved = (id: string, changes: Partial<ChangeEvent> = {}): ChangeEvent => ({
  entity: 'cursor',
  verb: 'moved',
  id: `${id}/w`,
  user_id: id,
  name: id,
  document_page_id: 'p1',
  x: 10,
  y: 20,
  selected: [],
  ...changes,
});
const after = (...changes: ChangeEvent[]): CursorsById =>
  changes.reduce((cursors, change) => applyCursor(cursors, change, 'p1', 'me/w'), new Map() as CursorsById);

describe('the cursors of others', () => {
  it('are at their last position, with the selection', () => {
    const [zoe, ...none] = after(moved('zoe'), moved('zoe', { x: 11, selected: ['a1'] })).values();
    expect(none).toEqual([]);
    expect(zoe).toEqual({
      ...{ id: 'zoe/w', userId: 'zoe', name: 'zoe', point: { x: 11, y: 20 }, selected: ['a1'], moves: 2 },
    });
  });

  it('are on no sheet while the pointer is elsewhere in the window; the selection stays', () => {
    const [zoe] = after(moved('zoe', { x: null, y: null, selected: ['a1'] })).values();
    expect([zoe?.point, zoe?.selected]).toEqual([null, ['a1']]);
  });

  it.each([
    ['leaves', moved('zoe', { verb: 'left' })],
    ['points at another page', moved('zoe', { document_page_id: 'p2' })],
    ['goes to another page', { ...moved('zoe'), entity: 'presence', verb: 'here', document_page_id: 'p2' } as const],
    ['closes the window', { ...moved('zoe'), entity: 'presence', verb: 'left' } as const],
  ])('disappear when a person %s', (_, change) => {
    expect([...after(moved('zoe'), moved('bob'), change).keys()]).toEqual(['bob/w']);
  });

  it('exclude one’s own, and ignore other events', () => {
    const before = after(moved('zoe'));
    expect(applyCursor(before, moved('me'), 'p1', 'me/w')).toBe(before);
    expect(applyCursor(before, { entity: 'annotation', id: 'a', user_id: 'zoe' }, 'p1', 'me/w')).toBe(before);
    expect(applyCursor(before, { ...moved('zoe'), entity: 'presence', verb: 'here' }, 'p1', 'me/w')).toBe(before);
  });

  it('have a color and initials that are the same in every window', () => {
    expect(colourOf('zoe')).toBe(colourOf('zoe'));
    expect(new Set(['a', 'b', 'c', 'd', 'e'].map(colourOf)).size).toBeGreaterThan(1);
    expect(['Ada Lovelace', 'zoë', ' Jean  Le Rond ', ''].map(initialsOf)).toEqual(['AL', 'Z', 'JR', '?']);
  });
});
