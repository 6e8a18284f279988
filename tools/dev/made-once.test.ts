import fs from 'node:fs';
import path from 'node:path';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { madeOnce } from './made-once.js';

describe('a file that is made once', () => {
  let folder: string;
  eachInFolder((made) => (folder = made));
  const make = (text: string) => (draft: string) => {
    fs.writeFileSync(path.join(draft, 'made'), text);
    return Promise.resolve(path.join(draft, 'made'));
  };

  it('is kept, and no draft is left behind', async () => {
    const target = path.join(folder, 'cache', 'file');
    for (const text of ['first', 'second']) expect(await madeOnce(target, make(text))).toBe(target);
    expect(fs.readFileSync(target, 'utf8')).toBe('first');
    await expect(madeOnce(`${target}-2`, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
    expect(fs.readdirSync(path.dirname(target))).toEqual(['file']);
  });
});
