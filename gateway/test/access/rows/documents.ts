/** Documents and their files (OP-07, OP-09, API-07). */
import { PROTECTED_PDF_PASSWORD } from '@symbio/fixtures/protected-pdf';
import type { DocumentSplit } from '@symbio/proto/document';
import { newId } from '@symbio/runtime';
import { CREATOR, EDIT, NOBODY, READ, SIGNED_IN, VIEWERS_ONLY, allProcesses, grid, only } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import { PDF, pageRecord, uploadOf } from '../samples.js';
import type { World } from '../world.js';

function form(world: World): FormData {
  const data = new FormData();
  data.append('project_id', world.projectId);
  data.append('files', new Blob([PDF], { type: 'application/pdf' }), 'sheet.pdf');
  return data;
}
const idOf = async (world: World): Promise<string> => (await world.newDocument()).id;
const bulkChangeOf = async (world: World): Promise<string> => {
  const asked = { projectId: world.projectId, action: 'set_category', category: 'site_survey' };
  const documentIds = [await idOf(world)];
  return (
    (await world.system.clients.document.changeDocuments({ ...asked, documentIds }, await world.as(CREATOR))).change
      ?.id ?? ''
  );
};
const namesOf = ({ documentId, id }: DocumentSplit) => ({ documentId, id });
const pathOf = ({ documentId, id }: DocumentSplit): string =>
  `/api/public/documents/${documentId}/split-proposals/${id}`;
const deletedIdOf = async (world: World): Promise<string> => (await world.newDeletedDocument()).id;

const codeOfFirstFile = (body: unknown): string | undefined => (body as { data: { code?: string }[] }).data[0]?.code;

/** A resumable upload belongs to the user who started it; hidden from other editors. */
const OWN_UPLOAD = grid({ ok: [CREATOR], 403: VIEWERS_ONLY }, 404);

export const routes: RouteRow[] = [
  {
    route: 'GET /api/documents',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/documents?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'POST /api/documents',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: '/api/documents', body: form(w) }),
    refusedInside: codeOfFirstFile,
    allowed: EDIT,
  },
  {
    route: 'POST /api/documents/known',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({
      path: '/api/documents/known',
      body: { project_id: w.projectId, sha256: [w.document.sha256] },
    }),
    allowed: READ,
    shows: (w) => w.document.id,
  },
  {
    route: 'GET /api/document-uploads/:id',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: `/api/document-uploads/${newId()}?project_id=${w.projectId}` }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/document-uploads/:id',
    cites: 'OP-07 OP-09 DOC-26',
    call: (w) => ({
      path: `/api/document-uploads/${newId()}?project_id=${w.projectId}&offset=0`,
      body: new Blob([PDF], { type: 'application/octet-stream' }),
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/document-uploads/:id/complete',
    cites: 'OP-07 OP-09 DOC-26',
    call: async (w) => ({
      path: `/api/document-uploads/${await w.newUpload()}/complete`,
      body: { project_id: w.projectId, file_name: 'sheet.pdf', size: PDF.length },
    }),
    allowed: OWN_UPLOAD,
  },
  {
    route: 'DELETE /api/document-uploads/:id',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/document-uploads/${await w.newUpload()}?project_id=${w.projectId}` }),
    allowed: OWN_UPLOAD,
  },
  {
    route: 'GET /api/documents/:id',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/documents/${w.document.id}` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/documents/:id',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: `/api/documents/${w.document.id}`, body: { title: 'Sheet 12', category: 'sanborn_maps' } }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/documents/:id',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/documents/${await idOf(w)}` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/documents/:id/restore',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/documents/${await deletedIdOf(w)}/restore` }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/deleted-documents',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: `/api/deleted-documents?project_id=${w.projectId}` }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/deleted-documents/:id',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/deleted-documents/${await deletedIdOf(w)}` }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/documents/:id/download-url',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/documents/${w.document.id}/download-url` }),
    allowed: READ,
  },
  {
    route: 'GET /api/documents/:id/pages',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/documents/${w.document.id}/pages` }),
    allowed: READ,
  },
  {
    route: 'POST /api/document-classifier',
    cites: 'OP-07',
    call: (w) => ({ path: '/api/document-classifier', body: { documentId: w.document.id } }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/document-processor',
    cites: 'OP-07',
    call: async (w) => ({
      path: '/api/document-processor',
      body: { documentId: await idOf(w), projectId: w.projectId },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/documents/:id/pages/:page_number/process',
    cites: 'OP-07',
    call: async (w) => ({ path: `/api/documents/${(await w.newProcessedDocument()).document.id}/pages/1/process` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/ingest-generic-pdf',
    cites: 'OP-07',
    call: async (w) => ({
      path: '/api/ingest-generic-pdf',
      body: { documentId: await idOf(w), projectId: w.projectId },
    }),
    // responds once the pages are ready
    meanwhile: (w, { body }) => w.workOnJobOf((body as { documentId: string }).documentId),
    allowed: EDIT,
  },
  {
    route: 'GET /api/document-categories',
    cites: 'AUTH-24',
    call: () => ({ path: '/api/document-categories' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/public/documents',
    way: 'of a project',
    cites: 'API-02 API-07 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/documents?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/documents/:id',
    cites: 'API-02 API-07 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/documents/${w.document.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/documents',
    way: 'by id',
    cites: 'API-02 API-07 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/documents?id=${w.document.id}` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/documents/:id/attachments/:index',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({ path: `/api/public/documents/${(await w.newDocumentWithFile()).id}/attachments/0` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/documents/:id/split-proposals',
    cites: 'API-02 OP-07',
    call: async (w) => ({ path: `/api/public/documents/${await idOf(w)}/split-proposals`, body: {} }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/documents/:id/split-proposals',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/public/documents/${w.document.id}/split-proposals` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/documents/:id/split-proposals/:split_id',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({ path: pathOf(await w.newSplit()), body: { documents: [{ from_page: 1 }] } }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/documents/:id/split-proposals/:split_id/confirm',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({ path: `${pathOf(await w.newSplit())}/confirm`, body: {} }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/documents/:id/split-proposals/:split_id/undo',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({ path: `${pathOf(await w.newConfirmedSplit())}/undo`, body: {} }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/documents/:id/unlock',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({
      path: `/api/public/documents/${(await w.newProtectedDocument()).id}/unlock`,
      body: { password: PROTECTED_PDF_PASSWORD },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/documents/batch',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({
      path: '/api/public/documents/batch',
      body: { project_id: w.projectId, action: 'delete', ids: [await idOf(w)] },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/documents/batch/:id/undo',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({ path: `/api/public/documents/batch/${await bulkChangeOf(w)}/undo` }),
    allowed: EDIT,
  },
];

const document = callsOf('document');
const worker = { allowed: NOBODY, processes: only('document-worker'), cites: 'OP-33' };
const anyJob = async (world: World) => ({ documentId: await idOf(world), jobId: newId() });

async function begun(world: World): Promise<{ documentId: string; jobId: string }> {
  const held = await anyJob(world);
  await world.begin(held);
  return held;
}

export const calls: CallRow[] = [
  document('uploadDocument', {
    cites: 'OP-07 OP-09',
    request: (w) =>
      uploadOf({ id: newId(), projectId: w.projectId, fileName: 'sheet.pdf', category: 'sanborn_maps' }, PDF),
    allowed: EDIT,
  }),
  document('getUpload', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ id: newId(), projectId: w.projectId }),
    allowed: EDIT,
  }),
  document('uploadPart', {
    cites: 'OP-07 OP-09 DOC-26',
    request: (w) => uploadOf({ id: newId(), projectId: w.projectId, offset: 0 }, PDF),
    allowed: EDIT,
  }),
  document('finishUpload', {
    cites: 'OP-07 OP-09 DOC-26',
    request: async (w) => ({
      id: await w.newUpload(),
      projectId: w.projectId,
      fileName: 'sheet.pdf',
      size: PDF.length,
    }),
    allowed: OWN_UPLOAD,
    processes: allProcesses(404),
  }),
  document('discardUpload', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await w.newUpload(), projectId: w.projectId }),
    allowed: OWN_UPLOAD,
    processes: allProcesses(404),
  }),
  document('findByHash', {
    cites: 'AUTH-37 OP-07',
    request: (w) => ({ projectId: w.projectId, sha256: [w.document.sha256] }),
    allowed: READ,
    shows: (w) => w.document.id,
  }),
  document('listDocuments', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  document('getDocument', { cites: 'AUTH-37', request: (w) => ({ id: w.document.id }), allowed: READ }),
  document('updateDocument', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ id: w.document.id, title: 'Sheet 13', category: 'sanborn_maps' }),
    allowed: EDIT,
  }),
  document('deleteDocument', { cites: 'OP-07 OP-09', request: async (w) => ({ id: await idOf(w) }), allowed: EDIT }),
  document('listDeletedDocuments', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ projectId: w.projectId }),
    allowed: EDIT,
  }),
  document('restoreDocument', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await deletedIdOf(w) }),
    allowed: EDIT,
  }),
  document('eraseDocument', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await deletedIdOf(w) }),
    allowed: EDIT,
  }),
  document('takeAttachment', {
    cites: 'API-02 OP-07 OP-09',
    request: async (w) => ({ documentId: (await w.newDocumentWithFile()).id, index: 0 }),
    allowed: EDIT,
  }),
  document('unlockDocument', {
    cites: 'API-02 OP-07 OP-09',
    request: async (w) => ({ id: (await w.newProtectedDocument()).id, password: PROTECTED_PDF_PASSWORD }),
    allowed: EDIT,
  }),
  document('proposeSplit', {
    cites: 'API-02 OP-07',
    request: async (w) => ({ id: newId(), documentId: await idOf(w) }),
    allowed: EDIT,
  }),
  document('listSplits', {
    cites: 'AUTH-37 OP-07',
    request: (w) => ({ documentId: w.document.id }),
    allowed: READ,
  }),
  document('saveSplit', {
    cites: 'API-02 OP-07 OP-09',
    request: async (w) => ({
      ...namesOf(await w.newSplit()),
      cuts: [{ fromPage: 1, category: '', title: '', year: 0, address: '' }],
    }),
    allowed: EDIT,
  }),
  document('confirmSplit', {
    cites: 'API-02 OP-07 OP-09',
    request: async (w) => namesOf(await w.newSplit()),
    allowed: EDIT,
  }),
  document('undoSplit', {
    cites: 'API-02 OP-07 OP-09',
    request: async (w) => namesOf(await w.newConfirmedSplit()),
    allowed: EDIT,
  }),
  document('createDownloadUrl', { cites: 'AUTH-37', request: (w) => ({ id: w.document.id }), allowed: READ }),
  document('classifyDocument', { cites: 'OP-07', request: (w) => ({ id: w.document.id }), allowed: EDIT }),
  document('processDocument', {
    cites: 'OP-07',
    request: async (w) => ({ id: await idOf(w), projectId: w.projectId }),
    allowed: EDIT,
  }),
  document('listCategories', { cites: 'AUTH-24', request: () => ({}), allowed: SIGNED_IN }),
  document('beginProcessing', { ...worker, request: anyJob }),
  document('recordPageCount', {
    ...worker,
    request: async (w) => ({ ...(await begun(w)), totalPages: 1 }),
  }),
  document('recordPage', {
    ...worker,
    request: async (w) => {
      const { documentId, jobId } = await begun(w);
      return pageRecord(documentId, jobId, `projects/${w.projectId}/documents/${documentId}/pages/1/hash`);
    },
  }),
  document('proposePlaces', { ...worker, request: async (w) => ({ documentId: await idOf(w) }) }),
  document('changeDocuments', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ projectId: w.projectId, action: 'delete', documentIds: [await idOf(w)] }),
    allowed: EDIT,
  }),
  document('undoChangeOfDocuments', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await bulkChangeOf(w) }),
    allowed: EDIT,
  }),
];
