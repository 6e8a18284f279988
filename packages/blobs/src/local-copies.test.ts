import { jest } from '@jest/globals';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

/** Process id above the system's range. */
const DEAD = 'symbio-blobs-999999999';

let dir: string;
let temporary: string;
/** Folder that the process must not remove. */
let kept: string | undefined;

const refused = (): Error => Object.assign(new Error('EACCES: permission denied, rm'), { code: 'EACCES' });

async function copies(log?: { warn: () => void }) {
  jest.resetModules();
  jest.unstable_mockModule('node:os', () => ({ ...os, tmpdir: () => temporary }));
  jest.unstable_mockModule('node:fs/promises', () => ({
    ...fs,
    rm: (file: string, options: object) => (file === kept ? Promise.reject(refused()) : fs.rm(file, options)),
  }));
  const { LocalCopies } = await import('./local-copies.js');
  return new LocalCopies(log);
}

const body = (): Readable => Readable.from([Buffer.from('%PDF-1.7')]);

describe('copies of blobs on this machine', () => {
  beforeEach(async () => {
    dir = await fs.mkdtemp(path.join(os.tmpdir(), 'symbio-copies-'));
    temporary = dir;
    kept = undefined;
  });
  afterEach(() => fs.rm(dir, { recursive: true, force: true }));

  it('are files until released; those of a dead process are removed with the first copy', async () => {
    await fs.mkdir(path.join(dir, DEAD, 'one'), { recursive: true });
    const local = await copies();
    const copy = await local.keep(body(), 'original.pdf');
    const file = copy.path;
    expect(await fs.readFile(file, 'utf8')).toBe('%PDF-1.7');
    expect(path.basename(file)).toBe('original.pdf');
    expect(await fs.readdir(dir)).toEqual([`symbio-blobs-${process.pid}`]);
    await copy.release();
    await expect(fs.stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    await local.close();
  });

  it('are created beside leftovers of a dead process that cannot be removed, which are logged', async () => {
    kept = path.join(dir, DEAD);
    await fs.mkdir(kept);
    const warn = jest.fn();
    const local = await copies({ warn });
    const { path: file } = await local.keep(body(), 'original.pdf');
    expect(await fs.readFile(file, 'utf8')).toBe('%PDF-1.7');
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(
      { err: refused(), folder: kept },
      expect.stringContaining('could not be removed'),
    );
  });

  it('that cannot be created hold no connection, and are created once the temporary folder exists again', async () => {
    temporary = path.join(dir, 'away');
    const local = await copies();
    const unread = body();
    await expect(local.keep(unread, 'original.pdf')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(unread.destroyed).toBe(true);
    await fs.mkdir(temporary);
    const { path: file } = await local.keep(body(), 'original.pdf');
    expect(await fs.readFile(file, 'utf8')).toBe('%PDF-1.7');
  });

  it.each(['ENOSPC', 'EDQUOT'])(
    'without space on the disk fail with a sentence, and leave nothing behind (%s)',
    async (code) => {
      // the system error of a write to a full disk
      const full = Object.assign(new Error(`${code}: no room, write`), { code });
      const half = (async function* () {
        yield await Promise.resolve(Buffer.from('half'));
        throw full;
      })();
      const local = await copies();
      await expect(local.keep(Readable.from(half), 'original.pdf')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        reason: 'storage_full',
      });
      const left = await fs.readdir(dir, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toEqual([]);
    },
  );
});
