import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { records } from './records.js';

const context = { env: {}, print: () => undefined, say: () => undefined, signal: new AbortController().signal };
let folder: string;
beforeAll(async () => (folder = await fs.mkdtemp(path.join(os.tmpdir(), 'records-'))));
afterAll(() => fs.rm(folder, { recursive: true }));

const added = async (name: string, size: number): Promise<string> => {
  const file = path.join(folder, name);
  await fs.writeFile(file, '');
  await fs.truncate(file, size);
  return file;
};

it('refuses a file that is too large, empty or missing, without reading it', async () => {
  const add = (file: string) => records.run(['add', file], context);
  await expect(add(await added('huge.csv', 2 ** 33))).rejects.toThrow('huge.csv: A list can have at most 4 GB.');
  await expect(add(await added('none.csv', 0))).rejects.toThrow('none.csv is empty. Choose another one.');
  await expect(add(path.join(folder, 'nowhere'))).rejects.toThrow('nowhere cannot be read.');
});

it.each([
  [[], 'Say list, or add with a file.'],
  [['add'], 'Say list, or add with a file.'],
  [['list', 'x'], 'Say list, or add with a file.'],
  [['remove', 'x'], 'Say list, or add with a file.'],
  [['add', 'x.csv', '--date', 'May'], '--date must be a date such as 2026-11-01.'],
  [['add', 'x.csv', '--agency', 'A'.repeat(301)], '--agency is too long (at most 300 characters).'],
  [['add', '-'], 'Say --name NAME for a list from stdin.'],
])('refuses the call %j with its usage', async (args, sentence) => {
  const refused = records.run(args, context);
  await expect(refused).rejects.toMatchObject({ exitCode: 2 });
  await expect(refused).rejects.toThrow(sentence);
});
