import path from 'node:path';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { dataFolder, noteDataFolder } from './data-folders.js';
import { lockFolder, type FolderLock } from './run-lock.js';

let folder: string;
eachInFolder((made) => (folder = made));
const locks: FolderLock[] = [];
afterEach(() => locks.splice(0).forEach((lock) => lock.release()));

const inFolder = (name: string): string => path.join(folder, name);
const notes = (): string => inFolder('cache/data-folders');
const chosen = (given?: string): string => dataFolder(given, inFolder('usual'), notes());
/** As `npm start` does. */
function start(name: string): void {
  locks.push(lockFolder(inFolder(name)));
  noteDataFolder(inFolder(name), notes());
}

it('a command works on the folder that it names', () => {
  start('elsewhere');
  expect(chosen(inFolder('named'))).toBe(inFolder('named'));
});

it('without a name on that of the running stack, and on the usual one if none runs', () => {
  expect(chosen()).toBe(inFolder('usual'));
  start('elsewhere');
  expect(chosen()).toBe(inFolder('elsewhere'));
  locks.splice(0).forEach((lock) => lock.release());
  expect(chosen()).toBe(inFolder('usual'));
});

it('the usual folder comes first; several others have to be named', () => {
  start('one');
  start('two');
  expect(() => chosen()).toThrow(
    `Symbio runs on ${inFolder('one')} and on ${inFolder('two')}: name one with --data DIR, or end the others with Ctrl-C.`,
  );
  start('usual');
  expect(chosen()).toBe(inFolder('usual'));
});
