import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { sentenceOfFile } from './start-error.js';

const errorOf = (act: () => void): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('it worked');
};

it('an error of the file system becomes a sentence with the file and what to do', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-refused-'));
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  expect(sentenceOfFile(errorOf(() => fs.mkdirSync(file, { recursive: true })))).toBe(
    `${file} cannot be written: it is a file, not a folder. Set that right, or choose another folder with --data DIR.`,
  );
  const below = path.join(file, 'below');
  expect(sentenceOfFile(errorOf(() => fs.writeFileSync(below, '')))).toContain(
    `${below} cannot be written: it lies in a`,
  );
  fs.rmSync(folder, { recursive: true });
});

it('any other error is unchanged', () => {
  expect(sentenceOfFile(new Error('a fault'))).toBeUndefined();
  expect(sentenceOfFile(errorOf(() => fs.readFileSync('/there/is/none')))).toBeUndefined();
});
