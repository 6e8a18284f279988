import { contentHash, sha256 } from './content.js';
import type { Kind, Row } from './ledger.js';
import type { Session } from './session.js';
import type { DocumentItem, Item, World } from './world.js';

/** Final statuses of a document with pages. */
const READY = ['pages_ready', 'analysis_complete'];

type Found = Item & Record<string, unknown>;

/** All existing things of this run, with hashes of fields and files, as returned by the API. */
export async function rowsThere(session: Session, world: World): Promise<Row[]> {
  const { run, projectId, documentId, issueId } = world;
  const of = async (kind: Kind, marker: string, path: string): Promise<Row[]> =>
    (await session.list<Found>(`/api/public/${path}`)).map((item) => ({
      kind,
      id: item.id,
      marker: String(item[marker]),
      sha256: contentHash(kind, item),
    }));
  const rows = [
    ...(await of('project', 'title', `projects?search=${run}`)),
    ...(await of('annotation', 'content', `annotations?document_id=${documentId}`)),
    ...(await of('issue', 'title', `issues?search=${run}`)),
    ...(await of('comment', 'content', `issues/comments?issue_id=${issueId}`)),
    ...(await of('feature', 'name', `features?project_id=${projectId}`)),
  ];
  return [...rows, ...(await decisionsThere(session, projectId)), ...(await documentsThere(session, projectId))];
}

/** Mentions by their first value, and their complete history: a mention itself only has the latest value. */
async function decisionsThere(session: Session, projectId: string): Promise<Row[]> {
  const mentions = await session.list<Item>(`/api/public/mentions?project_id=${projectId}`);
  const ids = new Set(mentions.map(({ id }) => id));
  const records = await session.list<Found>(`/api/public/mention-history?project_id=${projectId}`);
  return records.flatMap((record): Row[] => {
    const [id, marker] = [String(record.mention_id), String(record.narrative)];
    const decision: Row = { kind: 'decision', id: record.id, marker, sha256: contentHash('decision', record) };
    const mention: Row = { kind: 'mention', id, marker, sha256: contentHash('mention', record) };
    return ids.has(id) ? [mention, decision] : [decision];
  });
}

/** Documents with hashes of downloaded bytes, and their pages. */
async function documentsThere(session: Session, projectId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const item of await session.list<DocumentItem>(`/api/documents?project_id=${projectId}`)) {
    const { id, file_name: marker, file_url, processing_status } = item;
    const { status, body } = await session.site.send('GET', file_url);
    // a temporary failure does not mean missing
    if (status === 429 || status >= 500) throw new Error(`GET the file of document ${id} answered ${status}`);
    if (status === 200) rows.push({ kind: 'document', id, marker, sha256: sha256(body) });
    if (!READY.includes(processing_status)) continue;
    const { data } = await session.json<{ data: Item[] }>('GET', `/api/documents/${id}/pages`);
    rows.push(...data.map((): Row => ({ kind: 'job', id, marker })));
  }
  return rows;
}
