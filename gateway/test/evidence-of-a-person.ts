/** Rows of every kind that stores an author, and a search for that person. */
import { connectMongo } from '@symbio/mongo';
import { newId } from '@symbio/runtime';
import { callAsService } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { endJob } from './access/end-job.js';
import { ELLIPSE, PDF, pageRecord, projectBody } from './access/samples.js';
import type { System } from './access/system.js';

/** Returns the body's data, or the whole body. @throws on any error */
export type Call = (method: string, path: string, token: string, body?: unknown) => Promise<unknown>;

export interface Doer {
  id: string;
  token: string;
}

export interface Evidence {
  projectId: string;
  documentId: string;
  pageId: string;
  annotationIds: string[];
  issueId: string;
  jobId: string;
}

const idOf = (data: unknown): string => (data as { id: string }).id;

async function readPage({ clients }: System, projectId: string, documentId: string): Promise<void> {
  const worker = await callAsService('document-worker');
  const held = { documentId, jobId: newId() };
  await clients.document.beginProcessing(held, worker);
  await clients.document.recordPageCount({ documentId, totalPages: 1 }, worker);
  const folder = `projects/${projectId}/documents/${documentId}/pages/1/hash`;
  await clients.document.recordPage(pageRecord(documentId, held.jobId, folder), worker);
  await endJob(clients, { ...held, projectId });
}

export async function makePage(
  system: System,
  call: Call,
  token: string,
  projectId: string,
): Promise<{ documentId: string; pageId: string }> {
  const form = new FormData();
  form.append('project_id', projectId);
  form.append('files', new Blob([PDF], { type: 'application/pdf' }), 'sheet.pdf');
  const [file] = (await call('POST', '/api/documents', token, form)) as { document?: { id: string } }[];
  const documentId = file?.document?.id ?? '';
  await readPage(system, projectId, documentId);
  const [page] = (await call('GET', `/api/documents/${documentId}/pages`, token)) as { id: string }[];
  return { documentId, pageId: page?.id ?? '' };
}

/** @param other a second person who changes the same rows */
export async function leaveEvidence(system: System, call: Call, doer: Doer, other: Doer): Promise<Evidence> {
  const by = (method: string, path: string, body?: unknown) => call(method, path, doer.token, body);
  const byOther = (method: string, path: string, body?: unknown) => call(method, path, other.token, body);
  const projectOf = async (who: Doer, title: string): Promise<string> =>
    idOf(await call('POST', '/api/public/projects', who.token, projectBody(title)));
  const upload = async (projectId: string): Promise<string> => {
    const form = new FormData();
    form.append('project_id', projectId);
    form.append('files', new Blob([PDF], { type: 'application/pdf' }), 'sheet.pdf');
    const [file] = (await by('POST', '/api/documents', form)) as { document?: { id: string } }[];
    return file?.document?.id ?? '';
  };

  const projectId = await projectOf(doer, 'Of a person who leaves');
  const membership = { user_id: doer.id, role: 'editor' };
  await byOther('POST', `/api/projects/${await projectOf(other, 'With them')}/members`, membership);
  await by('DELETE', `/api/public/projects?id=${await projectOf(doer, 'Deleted by them')}`);
  const visit = { visit_date: '2026-05-04', access_granted: true, investigator_id: doer.id };
  await by('POST', `/api/projects/${projectId}/site-visits`, visit);

  const documentId = await upload(projectId);
  await readPage(system, projectId, documentId);
  const [page] = (await by('GET', `/api/documents/${documentId}/pages`)) as { id: string }[];
  const pageId = page?.id ?? '';
  const block = `/api/public/document-pages/${pageId}/title-block`;
  await by('PUT', block, { city: 'Millbrook' });
  await byOther('PUT', block, { city: 'Millbrooks' });
  await by('PUT', `/api/pages/${pageId}/ground-scale`, { feet_per_pixel: 0.25 });
  await by('DELETE', `/api/documents/${await upload(projectId)}`);

  const place = { document_page_id: pageId, document_id: documentId };
  const mark = { ...place, annotation_type: 'ellipse', coordinates: ELLIPSE.value };
  const annotationIds = [
    idOf(await by('POST', '/api/public/annotations', mark)),
    idOf(await byOther('POST', '/api/public/annotations', mark)),
  ];
  const deleted = idOf(await by('POST', '/api/public/annotations', mark));
  await by('DELETE', `/api/public/annotations?id=${deleted}`);
  await by('POST', `/api/annotations/${deleted}/restore`, {});
  await by('POST', '/api/public/runs', { project_id: projectId, name: 'Tanks' });

  await by('POST', '/api/document-processor', { documentId: await upload(projectId), projectId });
  const [job] = (await by('GET', `/api/jobs?project_id=${projectId}`)) as { id: string }[];
  const jobId = job?.id ?? '';
  await by('POST', `/api/jobs/${jobId}/cancel`);

  const issues = '/api/public/issues';
  const report = { title: 'The stepper jumps', description: 'It does.', assignee: doer.id };
  const { issue } = (await by('POST', issues, report)) as { issue: { id: string } };
  const issueId = issue.id;
  await by('POST', `${issues}/comments`, { issue_id: issueId, content: 'Me too.' });
  await byOther('PUT', `${issues}?id=${issueId}`, { assignee: other.id });
  await byOther('PUT', `${issues}?id=${issueId}`, { assignee: doer.id });

  await by('POST', '/api/public/webhooks', { url: 'https://hooks.example.com/left', events: ['issue.created'] });
  return { projectId, documentId, pageId, annotationIds, issueId, jobId };
}

/** Saves matching rows. @returns restores them, and returns their number */
export async function keepRows(databases: readonly string[], matches: RegExp): Promise<() => Promise<number>> {
  const { MONGODB_URI: uri } = testConfig('access');
  const within = async <T>(work: (connection: Awaited<ReturnType<typeof connectMongo>>) => Promise<T>): Promise<T> => {
    const connection = await connectMongo({ uri, database: 'admin', appName: 'test' });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  };
  const kept = await within(async (connection) => {
    const found: { database: string; name: string; row: { _id: string } }[] = [];
    for (const database of databases) {
      const db = connection.getClient().db(database);
      for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
        for (const row of await db.collection<{ _id: string }>(name).find().toArray())
          if (matches.test(JSON.stringify(row))) found.push({ database, name, row });
    }
    return found;
  });
  return () =>
    within(async (connection) => {
      for (const { database, name, row } of kept)
        await connection
          .getClient()
          .db(database)
          .collection<{ _id: string }>(name)
          .replaceOne({ _id: row._id }, 'outbox' in row ? { ...row, outbox: [] } : row, { upsert: true });
      return kept.length;
    });
}

export async function everyRow({ databases }: Pick<System, 'databases'>): Promise<Map<string, string[]>> {
  const { MONGODB_URI: uri } = testConfig('access');
  const connection = await connectMongo({ uri, database: 'admin', appName: 'test' });
  try {
    const rows = new Map<string, string[]>();
    for (const database of databases) {
      const db = connection.getClient().db(database);
      for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
        rows.set(
          `${database} ${name}`,
          (await db.collection(name).find().toArray()).map((row) => JSON.stringify(row)),
        );
    }
    return rows;
  } finally {
    await connection.close();
  }
}
