import { CORNERS, georeferenceOf, placeOfPixel } from '../../testing/georeference.js';
import { emptyPlacing, placingReducer, savedPoints, type PlacingAction, type PlacingState } from './placing-state.js';

const run = (actions: readonly PlacingAction[], from: PlacingState = emptyPlacing('p1')): PlacingState =>
  actions.reduce(placingReducer, from);

const [first = { x: 0, y: 0 }, second = { x: 0, y: 0 }] = CORNERS;
const pair = (pixel = first): PlacingAction[] => [
  { kind: 'pixel', pixel },
  { kind: 'place', at: placeOfPixel(pixel), source: 'map' },
];

describe('points of a sheet', () => {
  it('come from a click on the sheet and one on the map, in any order', () => {
    const state = run([...pair(first), ...pair(second).reverse()]);
    expect(state.points.map(({ x, y, used }) => [x, y, used])).toEqual([
      [50, 50, true],
      [550, 60, true],
    ]);
    expect([state.pixel, state.place, state.isChanged]).toEqual([null, null, true]);
    expect(savedPoints(state.points)[0]).toEqual({
      ...first,
      ...placeOfPixel(first),
      name: '',
      source: 'map',
      used: true,
    });
  });

  it('replace a half that is clicked again, and drop it on request', () => {
    const half = run([
      { kind: 'pixel', pixel: first },
      { kind: 'pixel', pixel: second },
    ]);
    expect([half.pixel, half.isChanged]).toEqual([second, false]);
    expect(run([{ kind: 'dropped' }], half).pixel).toBeNull();
  });

  it('keep their keys when the server gives them ids', () => {
    const before = run([...pair(first), ...pair(second)]);
    const saved = georeferenceOf('p1', [first, second]);
    const after = run([{ kind: 'saved', georeference: saved, sent: before.points }], before);
    expect(after.points.map(({ key, id }) => [key, id])).toEqual([
      ['new-0', 'point-1'],
      ['new-1', 'point-2'],
    ]);
    expect([after.isChanged, after.seenAt]).toEqual([false, saved.updated_at]);
  });

  it('stay changed if they were changed while they were saved', () => {
    const sent = run([...pair(first), ...pair(second)]);
    const later = run([{ kind: 'used', key: 'new-1', used: false }], sent);
    const saved = georeferenceOf('p1', [first, second]);
    const after = run([{ kind: 'saved', georeference: saved, sent: sent.points }], later);
    expect([after.isChanged, after.points[1]?.used, after.points[1]?.id]).toEqual([true, false, 'point-2']);
  });

  it('follow other people, but not over unsaved changes unless asked', () => {
    const theirs = georeferenceOf('p1', CORNERS);
    expect(run([{ kind: 'read', georeference: theirs }]).points).toHaveLength(4);
    const own = run(pair());
    expect(run([{ kind: 'read', georeference: theirs }], own).points).toHaveLength(1);
    expect(run([{ kind: 'read', georeference: theirs, isForced: true }], own).points).toHaveLength(4);
    expect(run([{ kind: 'read', georeference: georeferenceOf('p2', CORNERS) }]).points).toEqual([]);
  });

  it('are renamed, left out and deleted; another sheet starts empty', () => {
    const read = run([{ kind: 'read', georeference: georeferenceOf('p1', CORNERS) }]);
    const state = run(
      [
        { kind: 'renamed', key: 'point-1', name: '3rd Ave x E 104th St' },
        { kind: 'used', key: 'point-2', used: false },
        { kind: 'selected', key: 'point-3' },
        { kind: 'removed', key: 'point-3' },
      ],
      read,
    );
    expect(state.points.map(({ name, used }) => [name, used])).toEqual([
      ['3rd Ave x E 104th St', true],
      ['', false],
      ['', true],
    ]);
    expect(state.selectedKey).toBeNull();
    expect(run([{ kind: 'page', pageId: 'p2' }], state)).toEqual(emptyPlacing('p2'));
  });
});
