/** Uploads a sample of hostile files and follows them through the product. */
import { randomUUID } from 'node:crypto';
import { eventually } from '../../drills/work/session.js';
import { jsonParts } from '../../drills/work/session.js';
import { uploadCall, type DocumentItem } from '../../drills/work/world.js';
import { counted } from '../report.js';
import { isSentence } from '../engine/judge.js';
import { answerFault } from './places.js';
import type { Ground, Tried } from './ground.js';

/** Timeout for all of them, in milliseconds. */
const SETTLED_MS = 600_000;
const SETTLED = /ready|complete|failed/;

type Listed = DocumentItem & { processing_error: string | null };

/** Uploads files, has them read, and waits until each has pages or a sentence. */
export async function tryUploads(
  { enemy }: Ground,
  projectId: string,
  files: readonly { name: string; make: () => Buffer }[],
): Promise<Tried> {
  const faults: string[] = [];
  const sent = new Map<string, string>();
  const ends: string[] = [];
  for (const { name, make } of files) {
    const id = randomUUID();
    const { method, path, ...parts } = await uploadCall(projectId, id, `${name.replaceAll('/', ' ')}.pdf`, make());
    const answer = await enemy.send(method, path, parts);
    const [first] =
      answer.status < 300
        ? (JSON.parse(answer.body.toString()) as { data: { document?: unknown; error?: string }[] }).data
        : [];
    const fault = answerFault(answer.status, answer.body);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
    if (first?.document === undefined) {
      ends.push('refused');
      if (first?.error !== undefined && !isSentence(first.error))
        faults.push(`${name} was refused as "${first.error}"`);
      continue;
    }
    sent.set(id, name);
    await enemy.send('POST', '/api/document-processor', jsonParts({ documentId: id, projectId }));
  }
  let left: string[] = [...sent.values()];
  await eventually(async () => {
    const all = await enemy.list<Listed>(`/api/documents?project_id=${projectId}`);
    const mine = all.filter(({ id }) => sent.has(id));
    left = mine.filter(({ processing_status }) => !SETTLED.test(processing_status)).map(({ id }) => sent.get(id) ?? '');
    if (left.length > 0) throw new Error(`${left.length} go on`);
    for (const { id, processing_status, processing_error } of mine) {
      ends.push(processing_status);
      if (processing_status === 'failed' && !isSentence(processing_error ?? ''))
        faults.push(`${sent.get(id)} failed as "${processing_error}"`);
    }
  }, SETTLED_MS).catch(() => faults.push(`${left.length} did not come to an end: ${left.slice(0, 3).join(', ')}`));
  return { tried: files.length, answered: counted(ends), faults };
}
