import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { streets } from './streets.js';

const context = { env: {}, print: () => undefined, say: () => undefined, signal: new AbortController().signal };
let folder: string;
beforeAll(async () => (folder = await fs.mkdtemp(path.join(os.tmpdir(), 'streets-'))));
afterAll(() => fs.rm(folder, { recursive: true }));

const added = async (name: string, content: string, size?: number): Promise<string> => {
  const file = path.join(folder, name);
  await fs.writeFile(file, content);
  if (size !== undefined) await fs.truncate(file, size);
  return file;
};

it('refuses a file that is too large without reading it', async () => {
  const file = await added('huge.geojson', '{', 2 ** 32);
  await expect(streets.run(['add', file], context)).rejects.toThrow('huge.geojson has more than 300 MB.');
});

it('says what is wrong with a file, before it opens a database', async () => {
  const file = await added('bad.csv', 'a,b\n1,2\n');
  await expect(streets.run(['add', file], context)).rejects.toThrow('The first line of a CSV must name its columns');
  await expect(streets.run(['add', path.join(folder, 'none')], context)).rejects.toThrow('none cannot be read.');
});

it.each([[[]], [['add']], [['list', 'x']], [['drop', 'x']]])('refuses the call %j with its usage', async (args) => {
  await expect(streets.run(args, context)).rejects.toMatchObject({ exitCode: 2 });
});
