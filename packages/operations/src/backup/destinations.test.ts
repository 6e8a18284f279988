import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { archiveAt, destinationOf, keepNewest, nameAt } from './destinations.js';
import { decryptionOf, encryptionOf, productVersion } from './settings.js';
import { freePort } from '@symbio/fixtures/ports';
import { chooseStores, openStores } from './stores.js';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';

let folder: string;
eachInFolder((made) => (folder = made));

const AT = new Date('2026-03-04T05:06:07.890Z');
const body = (): AsyncIterable<Buffer> => Readable.from([Buffer.from('one '), Buffer.from('two')]);

describe('a folder of archives', () => {
  it('names each by its time, lists them, keeps the newest and finds it', async () => {
    for (const day of [1, 2, 3]) {
      const at = new Date(AT.getTime() + day * 86_400_000);
      await (await destinationOf(`${folder}/backups/`, at, day === 3)).keep(body());
    }
    fs.writeFileSync(path.join(folder, 'backups', 'notes.txt'), 'not ours');
    const destination = await destinationOf(`${folder}/backups/`, AT, false);
    const names = (await destination.list()).map(({ name }) => name);
    expect(names).toEqual([
      'symbio-2026-03-05T05-06-07Z.tar',
      'symbio-2026-03-06T05-06-07Z.tar',
      'symbio-2026-03-07T05-06-07Z.tar.age',
    ]);
    expect(await keepNewest(destination, 2)).toEqual(names.slice(0, 1));
    expect((await archiveAt(path.join(folder, 'backups'))).source.name).toBe(names[2]);
    expect(fs.readdirSync(path.join(folder, 'backups'))).toContain('notes.txt');
  });

  it('keeps nothing of an interrupted archive', async () => {
    const file = path.join(folder, 'a.tar');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        await Promise.resolve();
        throw Object.assign(new Error('write'), { code: 'ENOSPC' });
      })(),
    );
    await expect((await destinationOf(file, AT, false)).keep(broken)).rejects.toThrow(
      `${folder}: the disk is full, so nothing was kept of this backup: make room or choose another place.`,
    );
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('removes parts that killed backups wrote a day ago, and nothing else', async () => {
    const [old, fresh, theirs] = [
      'symbio-2026-03-01T05-06-07Z.tar.age.unfinished',
      'symbio-2026-03-04T05-00-00Z.tar.unfinished',
      'theirs.tar.unfinished',
    ];
    const dayBefore = new Date(AT.getTime() - 86_400_000);
    for (const [name, at] of [
      [old, new Date(dayBefore.getTime() - 1_000)],
      [fresh, AT],
      [theirs, new Date(0)],
    ] as const) {
      fs.writeFileSync(path.join(folder, name), 'half');
      fs.utimesSync(path.join(folder, name), at, at);
    }
    const destination = await destinationOf(`${folder}/`, AT, false);
    await destination.keep(body());
    expect(await destination.removeUnfinished(dayBefore)).toBe(1);
    expect(fs.readdirSync(folder).sort()).toEqual([fresh, 'symbio-2026-03-04T05-06-07Z.tar', theirs].sort());
    expect(await (await destinationOf(`${folder}/none/`, AT, false)).removeUnfinished(AT)).toBe(0);
  });

  it('names missing archives', async () => {
    await expect(archiveAt(folder)).rejects.toThrow(`There is no backup in ${folder}.`);
    await expect(archiveAt(`${folder}/none.tar`)).rejects.toThrow(`There is no file ${folder}/none.tar.`);
  });

  it('gets readable names', () => {
    expect(nameAt(AT, true)).toBe('symbio-2026-03-04T05-06-07Z.tar.age');
  });
});

describe('settings', () => {
  it('read a passphrase from a file or from the environment, and a key as age-keygen writes it', () => {
    const file = path.join(folder, 'secret');
    fs.writeFileSync(file, 'a long passphrase\n');
    expect(encryptionOf({ passphraseFile: file }, {})).toEqual({ passphrase: 'a long passphrase' });
    expect(encryptionOf({}, { BACKUP_PASSPHRASE: 'from the settings' })).toEqual({ passphrase: 'from the settings' });
    expect(encryptionOf({}, { BACKUP_RECIPIENT: 'age1x', BACKUP_PASSPHRASE: 'unused' })).toEqual({
      recipient: 'age1x',
    });
    expect(encryptionOf({}, {})).toBeUndefined();
    expect(() => encryptionOf({}, { BACKUP_PASSPHRASE: 'short' })).toThrow('at least 12 characters');
    expect(() => encryptionOf({ passphraseFile: `${file}.none` }, {})).toThrow('cannot be read');
    fs.writeFileSync(file, '# public key: age1x\nAGE-SECRET-KEY-1X\n');
    expect(decryptionOf({ identityFile: file }, {})).toEqual({ identity: 'AGE-SECRET-KEY-1X' });
  });

  it('describe one installation completely', () => {
    const named = { MONGODB_URI: 'mongodb://m', NATS_URL: 'nats://n', BLOB_URL: 's3://bucket' };
    expect(chooseStores(named, undefined, true, undefined)).toMatchObject({
      addresses: { mongoUri: 'mongodb://m', blobUrl: 's3://bucket', accountsDir: undefined },
      dataDir: undefined,
    });
    expect(() => chooseStores({ ...named, BLOB_URL: '' }, undefined, true, undefined)).toThrow(
      'set all three, or none',
    );
    expect(chooseStores({ ...named, BLOB_URL: '' }, undefined, false, undefined).addresses.blobUrl).toBeUndefined();
    expect(() => chooseStores({}, undefined, true, undefined)).toThrow('Set MONGODB_URI, NATS_URL and BLOB_URL');
  });

  it('name unreachable servers in a sentence', async () => {
    const closed = `127.0.0.1:${await freePort()}`;
    const at = {
      mongoUri: `mongodb://${closed}`,
      natsUrl: `nats://${closed}`,
      blobUrl: undefined,
      accountsDir: undefined,
      natsReplicas: 1,
    };
    await expect(openStores(at, 100)).rejects.toThrow(`MongoDB cannot be used at ${closed}: it does not answer.`);
    await expect(openStores({ ...at, mongoUri: 'mongodb:' }, 100)).rejects.toThrow('MONGODB_URI is not valid: ');
  });

  it('contain the version of the product', () => {
    expect(productVersion()).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
