import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Binary, Double, Int32, Long, type Document } from 'mongodb';
import { CHAIN_START, chained } from '@symbio/hash-chain';
import { DEAD_LETTERS_STREAM, deadLetterSubject, EVENTS_STREAM } from '@symbio/events';
import { connectMongo, runMigrations, setMissing, type Migration } from '@symbio/mongo';
import { createLogger, newId, systemClock } from '@symbio/runtime';
import { testConfig } from '@symbio/mongo/testing';
import { projectEvents } from '@symbio/proto/project';
import { documentEvents } from '@symbio/proto/document';
import { lookAtTrail, openTrail } from '../src/audit.js';
import { verifyArchive } from '../src/backup/archive-reader.js';
import { makeBackup, type BackupOptions } from '../src/backup/backup.js';
import { archiveAt, destinationOf } from '../src/backup/destinations.js';
import { databaseNames, LEDGER } from '../src/backup/plan.js';
import { restoreArchive, type RestoreOptions } from '../src/backup/restore.js';
import { openStores, type Stores } from '../src/backup/stores.js';

const config = testConfig('operations');
const PASSPHRASE = 'a-passphrase-for-tests';
const quiet = { say: () => undefined, signal: new AbortController().signal };

let folder: string;
let from: Stores;
let to: Stores;

async function stores(name: string): Promise<Stores> {
  const dir = path.join(folder, name);
  return openStores({
    mongoUri: config.MONGODB_URI,
    natsUrl: config.NATS_URL,
    blobUrl: pathToFileURL(path.join(dir, 'blobs')).href,
    accountsDir: path.join(dir, 'identity'),
    natsReplicas: 1,
    databasePrefix: `${config.MONGODB_DB.slice(-12)}_${name}_`,
  });
}

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-backup-'));
});
beforeEach(async () => {
  [from, to] = [await stores('from'), await stores('to')];
  for (const spec of [EVENTS_STREAM, DEAD_LETTERS_STREAM]) await from.broker.ensureStream(spec);
});
afterEach(async () => {
  for (const one of [from, to]) {
    for (const service of ['project', 'document', 'issue', 'identity', 'job', 'webhook', 'audit'])
      await one.database(service).dropDatabase();
    await one.close();
  }
  for (const dir of ['from', 'to']) fs.rmSync(path.join(folder, dir), { recursive: true, force: true });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const rows = (of: Stores, service: string, collection: string) =>
  of.database(service).collection<Document & { _id: string }>(collection);

async function backup(options: Partial<BackupOptions> = {}, name = 'a.tar'): Promise<string> {
  const file = path.join(folder, name);
  const destination = await destinationOf(file, new Date(), false);
  await makeBackup({
    ...{ stores: from, encryption: undefined, product: '0.2.0', keep: destination.keep, relayMs: 0 },
    ...quiet,
    ...options,
  });
  return file;
}

async function restore(file: string, options: Partial<RestoreOptions> = {}) {
  const { source } = await archiveAt(file);
  return restoreArchive({
    ...{ stores: to, source, decryption: { passphrase: PASSPHRASE }, product: '0.2.0', force: false, silent: false },
    ...quiet,
    ...options,
  });
}

async function addDocument(id: string, more: object = {}): Promise<void> {
  const at = new Date();
  const base = `projects/p/documents/${id}`;
  await from.blobs?.put(`${base}/original.pdf`, Buffer.from(`%PDF ${id}`), { contentType: 'application/pdf' });
  await rows(from, 'document', 'documents').insertOne({
    ...{
      _id: id,
      projectId: 'p',
      rev: 3,
      updatedAt: at,
      deletedAt: null,
      outbox: [],
      filePath: `${base}/original.pdf`,
    },
    ...{ totalPages: 1, pagesReady: 1, processingStatus: 'analysis_complete', processingError: '' },
    ...more,
  });
}
async function addPage(documentId: string, picture: string, more: object = {}): Promise<string> {
  const base = `projects/p/documents/${documentId}/pages/1/${picture}`;
  const [imagePath, thumbnailPath] = [`${base}/pyramid.tif`, `${base}/thumbnail.webp`];
  for (const key of [imagePath, thumbnailPath])
    await from.blobs?.put(key, Buffer.from(key), { contentType: 'image/x' });
  await rows(from, 'document', 'pages').insertOne({
    ...{ _id: `page-${documentId}`, documentId, projectId: 'p', pageNumber: 1, rev: 1, updatedAt: new Date() },
    ...{ deletedAt: null, status: 'ready', imagePath, thumbnailPath, outbox: [], ...more },
  });
  return base;
}
const deletedProject = (id: string, rev: number) => ({
  ...{ id: newId(), entityId: id, scope: id, rev, subject: projectEvents.deleted.subject(id) },
  ...{ actor: { sub: 's', authorId: '', via: 'service' }, at: new Date().toISOString(), data: {} },
});
async function eventsOf(...ids: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { body } of to.broker.stored(EVENTS_STREAM.name)) {
    const { entityId } = JSON.parse(body) as { entityId: string };
    if (ids.includes(entityId)) found.push(entityId);
  }
  return found;
}

describe('a backup', () => {
  it('restores rows, files, accounts and dead letters unchanged, from an encrypted archive', async () => {
    const row = {
      ...{ _id: 'p1', rev: 7, title: 'Straße', when: new Date('2020-02-02T00:00:00Z'), nothing: null, list: [1, 'b'] },
      ...{
        int: new Int32(5),
        double: new Double(5),
        long: Long.fromString('9007199254740993'),
        bytes: new Binary(Buffer.from([1, 2])),
      },
      ...{ updatedAt: new Date(), deletedAt: null, outbox: [] },
    };
    const projects = rows(from, 'project', 'projects');
    await projects.createIndex({ number: 1 }, { unique: true, sparse: true });
    await projects.insertOne(row);
    await rows(from, 'project', 'projects').insertMany(
      Array.from({ length: 2_500 }, (_, index) => ({ _id: `many-${index}`, rev: 1, padding: 'x'.repeat(4_000) })),
    );
    await from.blobs?.put('projects/p1/large', Buffer.alloc(3_000_000, 'ab'), { contentType: 'image/tiff' });
    fs.mkdirSync(path.join(folder, 'from', 'identity'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'from', 'identity', 'users.json'), '[{"id":"u"}]');
    const consumer = `tests-${newId().slice(-6)}`;
    await from.broker.publish(
      deadLetterSubject(consumer),
      { subject: 'a', seq: 1, error: 'e', body: '{}' },
      { id: newId() },
    );

    const file = await backup({ encryption: { passphrase: PASSPHRASE, workFactor: 10 } });
    expect(fs.readFileSync(file).toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
    const summary = await restore(file);
    expect(summary.rows).toMatchObject({ project: 2_501 });
    const read = await rows(to, 'project', 'projects').findOne(
      { _id: 'p1' },
      { promoteValues: false, promoteBuffers: false },
    );
    expect(read).toEqual(await projects.findOne({ _id: 'p1' }, { promoteValues: false, promoteBuffers: false }));
    expect(read?.['double']).toBeInstanceOf(Double);
    await expect(
      rows(to, 'project', 'projects').insertMany([
        { _id: 'x', number: 1 },
        { _id: 'y', number: 1 },
      ]),
    ).rejects.toThrow('E11000');
    expect(await to.blobs?.stat('projects/p1/large')).toMatchObject({ bytes: 3_000_000, contentType: 'image/tiff' });
    expect(fs.readFileSync(path.join(folder, 'to', 'identity', 'users.json'), 'utf8')).toBe('[{"id":"u"}]');
    const letters: string[] = [];
    for await (const { subject } of to.broker.stored(DEAD_LETTERS_STREAM.name)) letters.push(subject);
    expect(letters).toContain(deadLetterSubject(consumer));
  });

  it('of an earlier version is migrated when services prepare, also where they had run before', async () => {
    await rows(from, 'project', 'projects').insertOne({ _id: 'p1', rev: 1 });
    // the services have started on the empty target
    await rows(to, 'project', LEDGER).insertOne({ _id: '0001-colour', at: new Date(), rows: 0 });
    await restore(await backup());
    expect(await rows(to, 'project', LEDGER).countDocuments()).toBe(0);

    const database = to.database('project').databaseName;
    const connection = await connectMongo({ uri: config.MONGODB_URI, database, appName: 'test' });
    try {
      const colour: Migration = {
        name: '0001-colour',
        run: (context) => setMissing(context, 'projects', { colour: 'red' }),
      };
      const log = createLogger({ name: 'test', level: 'silent' });
      const options = { connection, migrations: [colour], clock: systemClock, log };
      expect([await runMigrations(options), await runMigrations(options)]).toEqual([1, 0]);
    } finally {
      await connection.close();
    }
    expect(await rows(to, 'project', 'projects').findOne({ _id: 'p1' })).toMatchObject({ colour: 'red' });

    // an archive of this version says which migrations it does not need
    [from, to] = [to, from];
    await restore(await backup({}, 'b.tar'), { force: true });
    expect(await rows(to, 'project', LEDGER).findOne({ _id: '0001-colour' })).toMatchObject({ rows: 1 });
  });

  it('made during use has everything from before it, and no dangling references', async () => {
    await addDocument('kept');
    const before = await addPage('kept', 'preview');
    await addDocument('read-on');
    await addPage('read-on', 'first');
    const blobs = from.blobs;
    if (!blobs) throw new Error('the test has a blob store');
    const [gone, later] = [newId(), newId()];
    await rows(from, 'project', 'projects').insertMany([
      { _id: 'p', rev: 1, deletedAt: null, progress: { asked: { documents: 4 }, counted: { documents: 4 } } },
      { _id: later, rev: 1, deletedAt: null },
    ]);
    const publish = (event: { id: string; subject: string }) =>
      from.broker.publish(event.subject, event, { id: event.id });

    const file = await backup({
      async onStep(step) {
        if (step === 'blobs') {
          // a full picture replaces a preview, and is itself replaced before it can be copied
          const between = (await addPage('between', 'lost')).replace('/lost', '');
          await addDocument('between', { totalPages: 1, pagesReady: 1 });
          await blobs.removePrefix(`${between}/lost`);
          await blobs.removePrefix(before);
          // a document created and deleted during the backup
          await addDocument('brief');
          await blobs.removePrefix('projects/p/documents/brief');
          await addDocument('uploaded', { totalPages: 0, pagesReady: 0, processingStatus: 'uploaded' });
          // deleted before its row was read, after its consumers were
          await publish(deletedProject(gone, 2));
        }
        if (step === 'rows') {
          await addDocument('late');
          // deleted after its row was read
          await rows(from, 'project', 'projects').deleteOne({ _id: later });
          await publish(deletedProject(later, 2));
          const changed = { ...deletedProject('kept', 9), subject: documentEvents.changed.subject('p'), scope: 'p' };
          await publish(changed);
        }
      },
    });
    // pages of this one came after pages were read
    await rows(from, 'document', 'pages').deleteMany({});
    const { source } = await archiveAt(file);
    const manifest = await verifyArchive(source, {}, () => undefined);
    expect(manifest.messages).toMatchObject({ EVENTS: 3 });

    const { reconciled, events } = await restore(file);
    const documents = await rows(to, 'document', 'documents').find().sort({ _id: 1 }).toArray();
    expect(documents.map(({ _id }) => _id)).toEqual(['between', 'kept', 'read-on', 'uploaded']);
    // the preview was copied before its removal, so its page has its picture; the lost one is drawn again
    expect(reconciled).toEqual({ pages: 1, documents: 1, removed: 1, screenshots: 0 });
    const between = documents[0];
    expect(between).toMatchObject({ processingStatus: 'queued', pagesReady: 0, job: { type: 'document-specific' } });
    expect(await rows(to, 'document', 'pages').findOne({ documentId: 'between' })).toMatchObject({
      status: 'pending',
      imagePath: '',
    });
    for await (const page of rows(to, 'document', 'pages').find({ status: 'ready' }))
      expect(await to.blobs?.exists(String(page['imagePath']))).toBe(true);
    for (const document of documents) expect(await to.blobs?.exists(String(document['filePath']))).toBe(true);
    // the deletion that the rows contain is published again; others are not
    expect(events).toEqual({ sent: 1, left: 2 });
    expect(await eventsOf(gone, later, 'kept')).toEqual([gone]);
    expect(await rows(to, 'project', 'projects').countDocuments({ _id: later })).toBe(1);
    expect(await rows(to, 'project', 'projects').findOne({ _id: 'p' })).toMatchObject({
      progress: { asked: { documents: 5, insights: 1, visits: 1 }, counted: { documents: 4 } },
    });
  });

  it('restores an audit trail that is intact from its checkpoint on, with its retention setting', async () => {
    const trail = chained(
      CHAIN_START,
      [1, 2, 3, 4].map((day) => ({ id: newId(), at: new Date(Date.UTC(2026, 10, day)), action: 'opened' })),
    );
    const [, last] = trail;
    const kept = trail.slice(2);
    const checkpoint = { _id: 2, hash: last?.hash, at: new Date('2026-11-23T10:00:00Z'), days: 30 };
    const numbered = (collection: string) => from.database('audit').collection<Document & { _id: number }>(collection);
    await numbered('audit_entries').insertMany(kept);
    await numbered('audit_checkpoints').insertOne(checkpoint);
    await rows(from, 'audit', 'audit_settings').insertOne({ _id: 'retention', days: 30, change: null });
    await restore(await backup());
    const [stored] = await openTrail(to);
    const look = () => lookAtTrail(stored, () => Promise.resolve(undefined));
    expect(await look()).toMatchObject({
      ...{ isWhole: true, through: { seq: 4, hash: trail[3]?.hash }, removed: { seq: 2, hash: last?.hash } },
      sentence: expect.stringMatching(/^The audit trail is whole from entry 3 through entry 4 /),
    });
    expect(await rows(to, 'audit', 'audit_settings').findOne()).toMatchObject({ _id: 'retention', days: 30 });
    // without its checkpoint the chain would begin with an orphan entry
    await to.database('audit').collection('audit_checkpoints').deleteMany({});
    expect(await look()).toMatchObject({ isWhole: false });
  });

  it('is restored only into an empty installation; an interrupted restore restarts with the same command', async () => {
    await addDocument('one');
    const file = await backup();
    await rows(to, 'identity', 'role_permissions').insertOne({ _id: 'of a first start' });
    await rows(to, 'audit', 'audit_states').insertOne({ _id: 'of a first start' });
    const stopped = new AbortController();
    let lines = 0;
    await expect(
      restore(file, { signal: stopped.signal, say: () => (++lines === 2 ? stopped.abort() : undefined) }),
    ).rejects.toThrow('aborted');
    expect((await restore(file)).rows).toEqual({ document: 1 });
    await expect(restore(file)).rejects.toThrow('This installation is not empty (document.documents has rows)');
    await rows(to, 'project', 'projects').insertOne({ _id: 'in the way' });
    expect((await restore(file, { force: true })).rows).toEqual({ document: 1 });
    expect(await rows(to, 'project', 'projects').countDocuments()).toBe(0);
    await expect(restore(file, { product: '0.1.9', force: false })).rejects.toThrow(
      'written by Symbio 0.2.0 and this is 0.1.9',
    );
  });

  it('is restored by a database user with only the role readWrite on the databases of the services and the trail', async () => {
    await addDocument('one');
    const file = await backup();
    await rows(to, 'project', 'projects').insertOne({ _id: 'in the way' });
    const used = new Set<string>();
    const limited: Stores = {
      ...to,
      database(service) {
        used.add(service);
        const database = to.database(service);
        return Object.assign(database, { dropDatabase: () => Promise.reject(new Error('not authorized')) });
      },
    };
    const stopped = new AbortController();
    await expect(
      restore(file, {
        ...{ stores: limited, force: true, signal: stopped.signal },
        say: (line) => (line.startsWith('Writing') ? stopped.abort() : undefined),
      }),
    ).rejects.toThrow('aborted');
    expect((await restore(file, { stores: limited })).rows).toEqual({ document: 1 });
    expect([...used].filter((service) => !databaseNames.includes(service))).toEqual([]);
    expect(await rows(to, 'project', 'projects').countDocuments()).toBe(0);
  });

  it('contains no state of a running restore, which does not make an installation count as used', async () => {
    const note = { _id: 'restore', archive: 'another', begunAt: new Date() };
    for (const one of [from, to]) await rows(one, 'audit', 'restores').insertOne({ ...note });
    await addDocument('one');
    const file = await backup();
    await expect(restore(file)).rejects.toThrow('A restore of another archive (of another) did not get to its end');
    expect((await restore(file, { force: true })).rows).toEqual({ document: 1 });
    expect(await rows(to, 'audit', 'restores').countDocuments()).toBe(0);
  });

  it('for practice notifies no users', async () => {
    await rows(from, 'webhook', 'webhooks').insertOne({ _id: 'w', status: 'active' });
    await rows(from, 'webhook', 'deliveries').insertOne({ _id: 'd', nextAt: new Date() });
    await rows(from, 'issue', 'notices').insertOne({ _id: 'n' });
    await restore(await backup(), { silent: true });
    expect(await rows(to, 'webhook', 'webhooks').findOne()).toMatchObject({ status: 'paused' });
    expect(await rows(to, 'webhook', 'deliveries').findOne()).toEqual({ _id: 'd' });
    expect(await rows(to, 'issue', 'notices').countDocuments()).toBe(0);
  });

  it('names the server that does not answer', async () => {
    const addresses = { natsUrl: config.NATS_URL, blobUrl: undefined, accountsDir: undefined, natsReplicas: 1 };
    const mongoUri = 'mongodb://somebody:secret@127.0.0.1:9/?directConnection=true';
    await expect(openStores({ ...addresses, mongoUri }, 100)).rejects.toThrow(
      'MongoDB cannot be used at 127.0.0.1:9: it does not answer.',
    );
  });

  it('fails, without a file, when the blob store does not answer', async () => {
    await addDocument('d1');
    const file = await backup();
    const { blobs } = to;
    if (!blobs) throw new Error('the test has a blob store');
    const away = new Error('the store does not answer');
    const stores = { ...to, blobs: { ...blobs, exists: () => Promise.reject(away), stat: () => Promise.reject(away) } };
    await expect(restore(file, { stores })).rejects.toBe(away);
    expect(await blobs.exists('projects/p/documents/d1/original.pdf')).toBe(false);
  });
});
