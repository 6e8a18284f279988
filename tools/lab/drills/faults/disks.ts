import { randomUUID } from 'node:crypto';
import { newId } from '@symbio/runtime';
import type { StoreName } from '../../../dev/stack.js';
import { eventually, smallPdf, uploadCall } from '../../harness/world.js';
import { pause, recovered, type Drill, type DrillContext } from '../drill.js';

const FULL_SECONDS = 20;
/** Bytes per write to use up the database's preallocated space, and their maximum. */
const FILLER_BYTES = 200_000;
const FILLER_MOST = 1e9;

/** @returns problems of the refusal */
async function refusedUpload({ work: { client, say, world } }: DrillContext): Promise<string[]> {
  const call = await uploadCall(world.projectId, newId(), `${randomUUID()}.pdf`, smallPdf('full'));
  const { status, headers, body } = await client.send(call.method, call.path, call);
  const answer = `${status} ${body.toString('utf8', 0, 300)}`;
  say(`  an upload in the meantime: ${answer}`);
  const isRefused = [503, 507].includes(status) && headers['retry-after'] !== undefined;
  return isRefused ? [] : [`an upload without space was answered ${answer}`];
}

/** Writes until the database refuses: small writes of users would fit into its preallocated journal. */
async function exhaust({ stores: { mongo } }: DrillContext): Promise<void> {
  const filler = mongo.db('drill').collection('filler');
  const text = 'x'.repeat(FILLER_BYTES);
  for (let written = 0; written < FILLER_MOST; written += FILLER_BYTES) {
    const isTaken = await filler.insertOne({ text }).then(
      () => true,
      () => false,
    );
    if (!isTaken) return;
  }
  throw new Error(`the database took ${FILLER_MOST} bytes on a full disk`);
}

const full = (
  which: keyof DrillContext['disks'],
  title: string,
  { process, whileFull }: { process?: StoreName; whileFull?: (context: DrillContext) => Promise<string[] | void> },
): Drill => ({
  name: `${which}-full`,
  title,
  needsRoot: true,
  async act(context) {
    const disk = context.disks[which];
    if (!disk) throw new Error(`there is no disk for ${which}`);
    const before = process && context.stack.pid(process);
    await disk.fill();
    const problems = (await whileFull?.(context)) ?? [];
    await pause(FULL_SECONDS);
    const ended = process && context.stack.pid(process) !== before;
    await disk.empty();
    const note = process === undefined ? '' : `; ${process} ${ended ? 'was restarted' : 'stayed'}`;
    const findings = await recovered(context, `${FULL_SECONDS} s without space${note}`, problems);
    if (which === 'database') await eventually(() => context.stores.mongo.db('drill').dropDatabase());
    return findings;
  },
});

export const blobsFull = full('blobs', 'the disk of the files is full', { whileFull: refusedUpload });
export const databaseFull = full('database', 'the disk of the database is full', {
  process: 'mongodb',
  whileFull: exhaust,
});
export const queueFull = full('queue', 'the disk of the message queue is full', { process: 'nats' });
