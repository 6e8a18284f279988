/** Uploads of files: forms, and resumable parts, so that a broken connection loses at most one part. */
import { app } from '@symbio/api';
import { AppError, invalidFields, notFound } from '@symbio/runtime';
import { STREAM_LIMIT_MS } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { fileMessages } from '../http/multipart.js';
import { partMessages } from './part-messages.js';
import { idOrNone } from '../http/request.js';
import { route, type Route } from '../http/serve.js';
import { presentDocument } from '../present/documents.js';
import { required } from '../present/json.js';
import { success } from '../present/answers.js';

const operations = app.uploads;

const FORM = { maxFiles: 100, fields: ['project_id', 'category'], defaultName: 'document.pdf' };

const TRANSIENT: readonly AppError['code'][] = ['UNAVAILABLE', 'DEADLINE_EXCEEDED'];

interface UploadHeader {
  id: string;
  projectId: string;
  fileName: string;
  category: string;
}

export const uploads = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(operations.uploadDocuments, async ({ body: form }, { freshParent }) => {
    let taken = 0;
    const transient: AppError[] = [];
    const upload = async (header: UploadHeader, body: AsyncIterable<Uint8Array>) => {
      // a malformed project id gets the service's not-found error
      if (!header.projectId) throw notFound('Project', 'project_id');
      try {
        const answer = await document.uploadDocument(fileMessages(header, body), await freshParent());
        return { document: presentDocument(required(answer.document)) };
      } catch (error) {
        if (error instanceof AppError && TRANSIENT.includes(error.code)) transient.push(error);
        throw error;
      }
    };
    const data = await form.receive(FORM, ({ id, name, fields, body }) => {
      const { project_id: projectId, category = '' } = fields;
      if (!projectId) throw invalidFields({ project_id: 'project_id is required, before the files' });
      taken++;
      return upload({ id, projectId: idOrNone(projectId), fileName: name, category }, body);
    });
    if (data.length === 0) throw invalidFields({ files: 'Choose at least one file' });
    const [first] = transient;
    if (first && transient.length === taken) throw first;
    return { data };
  }),
  route(operations.getUpload, async ({ params: { id }, query }, { parent }) => {
    const { offset, document: made } = await document.getUpload({ id, projectId: query.project_id }, parent);
    return { data: { offset, document: made ? presentDocument(made) : null } };
  }),
  route(operations.uploadPart, async ({ params: { id }, query, body }, { parent }) => {
    const header = { id, projectId: query.project_id, offset: query.offset };
    return { data: { offset: (await document.uploadPart(partMessages(header, body), parent)).offset } };
  }),
  route(operations.discardUpload, async ({ params: { id }, query }, { parent }) => {
    await document.discardUpload({ id, projectId: query.project_id }, parent);
    return success();
  }),
  route(operations.finishUpload, async ({ params: { id }, body }, { freshParent }) => {
    const { project_id: projectId, file_name: fileName, category, size, sha256 } = body;
    const asked = { fileName: fileName ?? '', category: category ?? '', size, sha256: sha256 ?? '' };
    // the whole file is read and rewritten
    const parent = { ...(await freshParent()), limitMs: STREAM_LIMIT_MS };
    const { document: made } = await document.finishUpload({ id, projectId: projectId ?? '', ...asked }, parent);
    return { data: { document: presentDocument(required(made)) } };
  }),
];
