import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { changedShare, overview } from './compare.js';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'screens-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function picture(name: string, columns: number, size = 10): Promise<string> {
  const file = path.join(folder, name);
  const data = Buffer.alloc(size * size * 3, 255);
  for (let y = 0; y < size; y++) data.fill(0, y * size * 3, (y * size + columns) * 3);
  await sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toFile(file);
  return file;
}

describe('a picture and its previous version', () => {
  it('differ by a share of pixels', async () => {
    const before = await picture('before.png', 2);
    expect(await changedShare(before, before)).toBe(0);
    expect(await changedShare(before, await picture('after.png', 5))).toBeCloseTo(0.3);
  });

  it('differ completely when one is missing or has another size', async () => {
    const after = await picture('after.png', 2);
    expect(await changedShare(path.join(folder, 'none.png'), after)).toBe(1);
    expect(await changedShare(await picture('larger.png', 2, 12), after)).toBe(1);
  });

  it('are shown side by side, most changed first, with problems', () => {
    const page = overview(
      [
        { file: 'a.png', problems: [], changed: 0.1 },
        { file: 'b.png', problems: ['<script> is wide'], changed: 0.9 },
      ],
      '../before',
    );
    expect(page.indexOf('b.png')).toBeLessThan(page.indexOf('a.png'));
    expect(page).toContain('src="../before/b.png"');
    expect(page).toContain('&#60;script&#62; is wide');
    expect(page).not.toContain('<script>');
  });
});
