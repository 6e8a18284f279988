import type { ApiClient } from '@symbio/fixtures/api-client';
import { contentHash, sha256, tally, type Kind, type Row, type Write } from './ledger.js';
import { eventually, listPages, READY, type DocumentItem, type Item, type World } from './world.js';

/** Milliseconds within which acknowledged documents must be processed: there may be dozens. */
const READ_MS = 180_000;

type Found = Item & Record<string, unknown>;

/** With hashes of fields and files, as the API returns them. */
export async function storedRows(client: ApiClient, world: World): Promise<Row[]> {
  const { run, projectId, documentId, issueId } = world;
  const of = async (kind: Kind, marker: string, path: string): Promise<Row[]> =>
    (await client.list<Found>(`/api/public/${path}`)).map((item) => ({
      kind,
      id: item.id,
      marker: String(item[marker]),
      sha256: contentHash(kind, item),
    }));
  return [
    ...(await of('project', 'title', `projects?search=${run}`)),
    ...(await of('annotation', 'content', `annotations?document_id=${documentId}`)),
    ...(await of('issue', 'title', `issues?search=${run}`)),
    ...(await of('comment', 'content', `issues/comments?issue_id=${issueId}`)),
    ...(await of('feature', 'name', `features?project_id=${projectId}`)),
    ...(await mentions(client, projectId)),
    ...(await documents(client, projectId)),
  ];
}

/** Mentions by their first value, and their complete history: a mention itself only has the latest value. */
async function mentions(client: ApiClient, projectId: string): Promise<Row[]> {
  const all = await client.list<Item>(`/api/public/mentions?project_id=${projectId}`);
  const ids = new Set(all.map(({ id }) => id));
  const records = await client.list<Found>(`/api/public/mention-history?project_id=${projectId}`);
  return records.flatMap((record): Row[] => {
    const [id, marker] = [String(record['mention_id']), String(record['narrative'])];
    const decision: Row = { kind: 'decision', id: record.id, marker, sha256: contentHash('decision', record) };
    const mention: Row = { kind: 'mention', id, marker, sha256: contentHash('mention', record) };
    return ids.has(id) ? [mention, decision] : [decision];
  });
}

/** Documents with hashes of downloaded bytes, and their pages. */
async function documents(client: ApiClient, projectId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const item of await client.list<DocumentItem>(`/api/documents?project_id=${projectId}`)) {
    const { id, file_name: marker, file_url, processing_status } = item;
    const { status, body } = await client.http.send('GET', file_url);
    // a temporary failure does not mean missing
    if (status === 429 || status >= 500) throw new Error(`GET the file of document ${id} answered ${status}`);
    if (status === 200) rows.push({ kind: 'document', id, marker, sha256: sha256(body) });
    if (READY.includes(processing_status))
      rows.push(...(await listPages(client, id)).map((): Row => ({ kind: 'job', id, marker })));
  }
  return rows;
}

/** Unprocessed documents count as lost. */
export async function finalRows(client: ApiClient, world: World, writes: readonly Write[]): Promise<Row[]> {
  // only the final state counts, not whether the first request succeeds
  let rows = await eventually(() => storedRows(client, world));
  const isProcessed = async (): Promise<void> => {
    const unread = tally(writes, rows).find(({ kind }) => kind === 'job')?.lost.length ?? 0;
    if (unread === 0) return;
    rows = await storedRows(client, world);
    throw new Error(`${unread} documents are not processed`);
  };
  await eventually(isProcessed, READ_MS).catch(() => undefined);
  return rows;
}
