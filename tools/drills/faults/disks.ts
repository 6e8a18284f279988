import { randomUUID } from 'node:crypto';
import { newId } from '@symbio/runtime';
import { back, pause, type Drill, type Ground } from '../drill.js';
import type { Disk } from '../disk.js';
import { eventually } from '../work/session.js';
import { smallPdf, uploadCall } from '../work/world.js';

/** Seconds for which a disk is full. */
const FULL = 20;
/** Bytes per write to use up the database's preallocated space, and their maximum. */
const FILLER_BYTES = 200_000;
const FILLER_MOST = 1e9;

/** @throws Error for a drill started without disks */
function diskOf({ disks }: Ground, which: keyof Ground['disks']): Disk {
  const disk = disks[which];
  if (!disk) throw new Error(`there is no disk for ${which}`);
  return disk;
}

const isRefused = (status: number, headers: Record<string, unknown>): boolean =>
  [503, 507].includes(status) && headers['retry-after'] !== undefined;

/** Uploads a file while the disk is full. @returns problems of the refusal */
async function refusedUpload({ work }: Ground): Promise<string[]> {
  const { session, world } = work;
  const { method, path, ...parts } = await uploadCall(
    world.projectId,
    newId(),
    `${randomUUID()}.pdf`,
    smallPdf('full'),
  );
  const { status, headers, body } = await session.send(method, path, parts);
  const said = body.toString('utf8', 0, 300);
  work.say(`  an upload meanwhile: ${status} ${said}`);
  return isRefused(status, headers) ? [] : [`an upload without room was answered ${status}: ${said}`];
}

export const blobsFull: Drill = {
  name: 'blobs-full',
  title: 'the disk of the files is full',
  needsRoot: true,
  async act(ground) {
    const disk = diskOf(ground, 'blobs');
    await disk.fill();
    const problems = await refusedUpload(ground);
    await pause(FULL);
    await disk.empty();
    const found = await back(ground, Date.now());
    return { note: `${FULL} s without room`, back: found.back, problems: [...problems, ...found.problems] };
  },
};

/** Writes until the database refuses: small writes of users would fit into its preallocated journal. */
async function exhaust({ stores: { mongo } }: Ground): Promise<void> {
  const filler = mongo.db('drill').collection('filler');
  const text = 'x'.repeat(FILLER_BYTES);
  for (let written = 0; written < FILLER_MOST; written += FILLER_BYTES)
    if (
      !(await filler.insertOne({ text }).then(
        () => true,
        () => false,
      ))
    )
      return;
  throw new Error(`the database took ${FILLER_MOST} bytes on a disk without room`);
}

export const databaseFull: Drill = {
  name: 'database-full',
  title: 'the disk of the database is full',
  needsRoot: true,
  async act(ground) {
    const disk = diskOf(ground, 'database');
    const before = ground.stack.pid('mongodb');
    await disk.fill();
    await exhaust(ground);
    await pause(FULL);
    const ended = ground.stack.pid('mongodb') !== before;
    await disk.empty();
    const found = await back(ground, Date.now());
    await eventually(() => ground.stores.mongo.db('drill').dropDatabase());
    return { note: `${FULL} s without room; MongoDB ${ended ? 'ended again and again' : 'stayed'}`, ...found };
  },
};

export const queueFull: Drill = {
  name: 'queue-full',
  title: 'the disk of the message queue is full',
  needsRoot: true,
  async act(ground) {
    const { stack } = ground;
    const disk = diskOf(ground, 'queue');
    const before = stack.pid('nats');
    await disk.fill();
    await pause(FULL);
    const ended = stack.pid('nats') !== before;
    await disk.empty();
    const found = await back(ground, Date.now());
    return { note: `${FULL} s without room; NATS ${ended ? 'hung and was ended' : 'stayed'}`, ...found };
  },
};
