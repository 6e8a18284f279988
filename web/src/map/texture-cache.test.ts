import { TextureCache } from './texture-cache.js';

const released: string[] = [];
const cacheOf = (max: number) => new TextureCache<string>(max, (texture) => released.push(texture));

beforeEach(() => released.splice(0));

describe('textures of sheets', () => {
  it('go by whole sheets, the one longest out of view first', () => {
    const cache = cacheOf(4);
    cache.beginFrame();
    for (const name of ['a1', 'a2']) cache.set('a', name, name);
    cache.beginFrame();
    for (const name of ['b1', 'b2']) cache.set('b', name, name);
    cache.beginFrame();
    cache.set('c', 'c1', 'c1');
    expect([released, cache.size]).toEqual([['a1', 'a2'], 3]);
    expect([cache.get('a', 'a1'), cache.get('b', 'b1')]).toEqual([undefined, 'b1']);
  });

  it('of the sheets in view go one by one, and never what the frame shows', () => {
    const cache = cacheOf(2);
    cache.beginFrame();
    cache.set('a', 'a1', 'a1');
    cache.set('a', 'a2', 'a2');
    cache.beginFrame();
    cache.get('a', 'a2');
    cache.set('a', 'a3', 'a3');
    expect(released).toEqual(['a1']);
    cache.set('a', 'a4', 'a4');
    expect([released, cache.size]).toEqual([['a1'], 3]);
  });

  it('are released when replaced or no longer wanted, but not after their context is lost', () => {
    const cache = cacheOf(9);
    cache.set('a', 'a1', 'old');
    cache.set('a', 'a1', 'new');
    cache.set('b', 'b1', 'b1');
    cache.dropSheet('b');
    expect([released, cache.size, cache.ids]).toEqual([['old', 'b1'], 1, ['a']]);
    cache.clear(true);
    expect([released.length, cache.size]).toEqual([2, 0]);
  });
});
