import { describe, expect, it } from '@jest/globals';
import { sideBySide } from './side-by-side.js';

describe('parallel work', () => {
  it('is limited, and reports in the given order', async () => {
    const ends = new Map<string, () => void>();
    const reported: string[] = [];
    const all = sideBySide(
      ['a', 'b', 'c'],
      2,
      (name) => new Promise<string>((resolve) => ends.set(name, () => resolve(name))),
      (name) => reported.push(name),
    );
    expect([...ends.keys()]).toEqual(['a', 'b']);
    const end = async (name: string): Promise<void> => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    await end('b');
    expect([...ends.keys()]).toEqual(['a', 'b', 'c']);
    expect(reported).toEqual([]);
    await end('a');
    expect(reported).toEqual(['a', 'b']);
    await end('c');
    expect(await all).toEqual(['a', 'b', 'c']);
    expect(reported).toEqual(['a', 'b', 'c']);
  });
});
