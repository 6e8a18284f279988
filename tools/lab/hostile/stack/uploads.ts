/** Uploads a sample of hostile files and follows them through the product. */
import { jsonParts, parsed } from '@symbio/fixtures/http-client';
import { newId } from '@symbio/runtime';
import { counted } from '../../harness/report.js';
import { eventually, uploadCall, type DocumentItem } from '../../harness/world.js';
import type { HostileFile } from '../engine/files.js';
import { isSentence } from '../engine/judge.js';
import { answerFault } from './places.js';
import type { Attack, Target } from './target-stack.js';

const SETTLED_MS = 600_000;
const SETTLED = /ready|complete|failed/;

/** Uploads files, has them read, and waits until each has pages or a sentence. */
export async function tryUploads(
  { attacker }: Target,
  projectId: string,
  files: readonly HostileFile[],
): Promise<Attack> {
  const faults: string[] = [];
  const sent = new Map<string, string>();
  const ends: string[] = [];
  for (const { name, make } of files) {
    const id = newId();
    const call = await uploadCall(projectId, id, `${name.replaceAll('/', ' ')}.pdf`, make());
    const answer = await attacker.send(call.method, call.path, call);
    const items = answer.status < 300 ? parsed<{ data: { document?: unknown; error?: string }[] }>(answer).data : [];
    const fault = answerFault(answer.status, answer.body);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
    const refusal = items[0]?.error;
    if (refusal !== undefined && !isSentence(refusal)) faults.push(`${name} was refused as "${refusal}"`);
    if (items[0]?.document === undefined) {
      ends.push('refused');
      continue;
    }
    sent.set(id, name);
    await attacker.send('POST', '/api/document-processor', jsonParts({ documentId: id, projectId }));
  }
  let left = [...sent.values()];
  await eventually(async () => {
    const all = await attacker.list<DocumentItem>(`/api/documents?project_id=${projectId}`);
    const mine = all.filter(({ id }) => sent.has(id));
    left = mine.filter(({ processing_status }) => !SETTLED.test(processing_status)).map(({ id }) => sent.get(id) ?? '');
    if (left.length > 0) throw new Error(`${left.length} are unfinished`);
    for (const { id, processing_status, processing_error } of mine) {
      ends.push(processing_status);
      if (processing_status === 'failed' && !isSentence(processing_error ?? ''))
        faults.push(`${sent.get(id)} failed as "${processing_error}"`);
    }
  }, SETTLED_MS).catch(() => faults.push(`${left.length} did not end: ${left.slice(0, 3).join(', ')}`));
  return { tried: files.length, answered: counted(ends), faults };
}
