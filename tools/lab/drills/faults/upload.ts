import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@symbio/runtime';
import { blobDir } from '../../../dev/stack-settings.js';
import { sha256 } from '../../harness/ledger.js';
import { kill, Recoveries, restarted, running, type Drill, type DrillContext } from '../drill.js';
import type { Call } from '../../harness/load.js';
import { smallPdf, uploadCall, uploadedId } from '../../harness/world.js';

/** Just below the maximum file size. */
const FILE_BYTES = 199_000_000;
/** Chunk size, and milliseconds between chunks: a few seconds in total. */
const PIECE_BYTES = 2_000_000;
const PIECE_MS = 50;
/** Fraction sent before the kill. */
const PART = 0.6;
const ANSWER_MS = 120_000;

/** Sends a body slowly to a gateway and kills something in the middle. */
function cutOff(url: string, call: Call, authorization: Record<string, string>, end: () => void): Promise<string> {
  const body = call.body ?? Buffer.alloc(0);
  return new Promise((resolve) => {
    const headers = { ...call.headers, ...authorization, 'content-length': String(body.length) };
    const request = http.request(new URL(call.path, url), { method: call.method, headers, agent: false });
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    request.once('response', (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
    void (async () => {
      let isEnded = false;
      for (let at = 0; at < body.length && !request.destroyed; at += PIECE_BYTES) {
        request.write(body.subarray(at, at + PIECE_BYTES));
        if (!isEnded && at > body.length * PART) {
          isEnded = true;
          end();
        }
        await sleep(PIECE_MS);
      }
      request.end();
    })();
  });
}

const leftovers = ({ stack }: DrillContext): string[] => {
  const folder = path.join(blobDir(stack.dataDir), '.uploads');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

/** Kills the gateway that forwards an upload of 200 MB, then the service that writes it; the client retries. */
export const uploadCut: Drill = {
  name: 'upload',
  title: 'a gateway, then the document services killed during uploads of 200 MB',
  async act(context) {
    const { stack, work } = context;
    const { client, world, ledger } = work;
    const recoveries = new Recoveries(context);
    const problems: string[] = [];
    const notes: string[] = [];
    const services = running(context, 'service').filter((name) => /^document(-\d+)?$/.test(name));
    for (const [what, names] of [
      ['gateway', ['gateway']],
      ['document service', services],
    ] as const) {
      // an empty page with a long comment: the load may process it afterwards
      const bytes = smallPdf(randomBytes(FILE_BYTES / 2).toString('hex'));
      const [id, marker] = [newId(), `${world.run} large ${what}.pdf`];
      const call = await uploadCall(world.projectId, id, marker, bytes);
      const write = ledger.begin({ kind: 'document', marker, id, sha256: sha256(bytes) });
      const url = stack.gatewayUrls['gateway'] ?? stack.url;
      let began = Date.now();
      const ended = new Map<string, number>();
      const outcome = await cutOff(url, call, await client.authorization(), () => {
        began = Date.now();
        for (const name of names) ended.set(name, kill(context, name));
      });
      await recoveries.measure(began);
      const answer = await client.send(call.method, call.path, { ...call, timeoutMs: ANSWER_MS });
      if (answer.status < 300) ledger.acknowledge(write, uploadedId(answer));
      else
        problems.push(`the upload sent again was answered ${answer.status}: ${answer.body.toString('utf8', 0, 300)}`);
      for (const [name, pid] of ended) await restarted(context, name, pid);
      notes.push(`${what}: ${outcome}, then ${answer.status}, ${leftovers(context).length} files left behind`);
    }
    return recoveries.findings(notes.join('; '), problems);
  },
};
