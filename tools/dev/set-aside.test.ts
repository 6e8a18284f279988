import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { lockFolder } from './run-lock.js';
import { setAside } from './set-aside.js';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';

const AT = new Date('2026-03-04T05:06:07.890Z');

describe('moving a data folder aside', () => {
  let parent: string;
  let folder: string;
  eachInFolder((made) => (parent = made));
  beforeEach(() => {
    folder = path.join(parent, '.data');
  });

  const fill = (text: string): void => {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'rows'), text);
  };

  it('replaces no folder moved before, however often it is repeated', () => {
    const names = ['.data.old', '.data.old-2026-03-04T05-06-07', '.data.old-2026-03-04T05-06-07-2'];
    for (const name of names) {
      fill(name);
      expect(setAside(folder, AT)).toBe(path.join(parent, name));
    }
    expect(fs.readdirSync(parent).sort()).toEqual(names);
    for (const name of names) expect(fs.readFileSync(path.join(parent, name, 'rows'), 'utf8')).toBe(name);
  });

  it('does nothing while Symbio uses it, or when it is missing', () => {
    expect(setAside(folder)).toBeUndefined();
    const lock = lockFolder(folder);
    expect(() => setAside(folder)).toThrow(`Symbio runs on ${folder}: end it with Ctrl-C`);
    lock.release();
    expect(fs.readdirSync(parent)).toEqual(['.data']);
  });
});
