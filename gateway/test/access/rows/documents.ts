/** Documents, their files and pages, photographs of site visits (OP-07, OP-09, VISIT-02, API-07 to API-09). */
import { newId } from '@symbio/kit';
import { EDIT, NOBODY, READ, SIGNED_IN, only } from '../callers.js';
import { callsOf, codeOfFirstItem, type CallRow, type RouteRow } from '../tries.js';
import { PDF, PNG, WORDS, pageRecord, uploadOf } from '../samples.js';
import { correctedPage, correctedVolume, sheetsOfVolume } from '../volumes.js';
import type { World } from '../world.js';

function form(world: World): FormData {
  const data = new FormData();
  data.append('project_id', world.projectId);
  data.append('files', new Blob([PDF], { type: 'application/pdf' }), 'sheet.pdf');
  return data;
}
const idOf = async (world: World): Promise<string> => (await world.newDocument()).id;
const deletedIdOf = async (world: World): Promise<string> => (await world.newDeletedDocument()).id;

/** An upload answers for each of its files; one that was refused says why by its code. */
const codeOfFirstFile = (body: unknown): string | undefined => (body as { data: { code?: string }[] }).data[0]?.code;

const photosOf = ({ projectId, visit }: World): string => `/api/projects/${projectId}/site-visits/${visit.id}/photos`;

function photographForm(): FormData {
  const data = new FormData();
  data.append('files', new Blob([PNG], { type: 'image/png' }), 'north.png');
  return data;
}

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
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/document-uploads/:id',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/document-uploads/${await w.newUpload()}?project_id=${w.projectId}` }),
    allowed: EDIT,
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
    route: 'GET /api/projects/:id/page-search',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/page-search?q=${WORDS}` }),
    allowed: READ,
    shows: (w) => w.page.id,
  },
  {
    route: 'GET /api/alignments',
    cites: 'AUTH-37 OP-07',
    call: async (w) => {
      const [first, second] = await sheetsOfVolume(w);
      return { path: `/api/alignments?first_page_id=${first}&second_page_id=${second}` };
    },
    allowed: READ,
  },
  {
    route: 'PUT /api/pages/:id/ground-scale',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: `/api/pages/${w.page.id}/ground-scale`, body: { feet_per_pixel: 0.25 } }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/alignments',
    cites: 'OP-07 OP-09',
    call: async (w) => {
      const [first_page_id, second_page_id] = await sheetsOfVolume(w);
      return { path: '/api/alignments', body: { first_page_id, second_page_id, pairs: [] } };
    },
    allowed: EDIT,
  },
  {
    route: 'POST /api/ingest-generic-pdf',
    cites: 'OP-07',
    call: async (w) => ({
      path: '/api/ingest-generic-pdf',
      body: { documentId: await idOf(w), projectId: w.projectId },
    }),
    // it answers once the pages are there
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
    route: 'GET /api/public/document-pages',
    way: 'of a document',
    cites: 'API-02 API-08 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages?document_id=${w.document.id}` }),
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
    route: 'GET /api/public/document-pages/:id',
    cites: 'API-02 API-08 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/document-pages',
    way: 'by id',
    cites: 'API-02 API-08 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages?id=${w.page.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/document-pages/:id/image',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/image?width=64` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/document-pages/:id/title-block',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/title-block` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/document-pages/:id/title-block',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/title-block`, body: { city: 'Millbrook' } }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/document-pages/:id/title-block/volume',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({
      path: `/api/public/document-pages/${await correctedPage(w)}/title-block/volume`,
      body: { facts: ['city'] },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/document-pages/:id/title-block/volume/:correction_id/undo',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => {
      const { pageId, id } = await correctedVolume(w);
      return { path: `/api/public/document-pages/${pageId}/title-block/volume/${id}/undo` };
    },
    allowed: EDIT,
  },
  {
    route: 'PUT /api/public/documents/:id/page-kinds',
    cites: 'API-02 OP-07 OP-09 DATA-09',
    call: (w) => ({
      path: `/api/public/documents/${w.document.id}/page-kinds`,
      body: { pages: [{ page_id: w.page.id, page_type: 'sanborn_map' }] },
    }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/page-search',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/page-search?project_id=${w.projectId}&q=${WORDS}` }),
    allowed: READ,
    shows: (w) => w.page.id,
  },
  {
    route: 'GET /api/projects/:id/site-visits/:visit_id/photos',
    cites: 'AUTH-37 OP-07 VISIT-02',
    call: (w) => ({ path: photosOf(w) }),
    allowed: READ,
  },
  {
    route: 'POST /api/projects/:id/site-visits/:visit_id/photos',
    cites: 'OP-07 VISIT-02',
    call: (w) => ({ path: photosOf(w), body: photographForm() }),
    refusedInside: codeOfFirstItem,
    allowed: EDIT,
  },
  {
    route: 'PUT /api/site-visit-photos/:id',
    cites: 'OP-07 VISIT-02',
    call: (w) => ({ path: `/api/site-visit-photos/${w.photograph.id}`, body: { caption: 'Vent pipe' } }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/site-visit-photos/:id',
    cites: 'OP-07 VISIT-02',
    call: async (w) => ({ path: `/api/site-visit-photos/${(await w.newPhotograph()).id}` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/site-visit-photos/:id/restore',
    cites: 'OP-07 VISIT-02',
    // one that is there is answered as it is
    call: (w) => ({ path: `/api/site-visit-photos/${w.photograph.id}/restore` }),
    allowed: EDIT,
  },
];

const document = callsOf('document');
/** The worker's own calls: no person, no key and no other process of ours reports for it. */
const worker = { allowed: NOBODY, processes: only('document-worker'), cites: 'OP-33' };
const anyJob = async (world: World) => ({ documentId: await idOf(world), jobId: newId() });

/** A document that a worker holds. */
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
    allowed: EDIT,
  }),
  document('discardUpload', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await w.newUpload(), projectId: w.projectId }),
    allowed: EDIT,
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
  document('createDownloadUrl', { cites: 'AUTH-37', request: (w) => ({ id: w.document.id }), allowed: READ }),
  document('classifyDocument', { cites: 'OP-07', request: (w) => ({ id: w.document.id }), allowed: EDIT }),
  document('processDocument', {
    cites: 'OP-07',
    request: async (w) => ({ id: await idOf(w), projectId: w.projectId }),
    allowed: EDIT,
  }),
  document('listPages', { cites: 'AUTH-37', request: (w) => ({ documentId: w.document.id }), allowed: READ }),
  document('getPage', { cites: 'AUTH-37', request: (w) => ({ id: w.page.id }), allowed: READ }),
  document('getPageImage', { cites: 'AUTH-37', request: (w) => ({ id: w.page.id }), allowed: READ }),
  document('listPageWords', { cites: 'AUTH-37', request: (w) => ({ pageId: w.page.id }), allowed: READ }),
  document('searchPages', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId, query: WORDS }),
    allowed: READ,
    shows: (w) => w.page.id,
  }),
  document('getTitleBlock', { cites: 'AUTH-37', request: (w) => ({ pageId: w.page.id }), allowed: READ }),
  document('correctPageKinds', {
    cites: 'OP-07 OP-09 DATA-09',
    request: (w) => ({
      documentId: w.document.id,
      edits: [{ pageId: w.page.id, kind: 'sanborn_map', reset: false, afterChangeId: '' }],
    }),
    allowed: EDIT,
  }),
  document('setGroundScale', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ pageId: w.page.id, feetPerPixel: 0.25 }),
    allowed: EDIT,
  }),
  document('correctTitleBlock', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ pageId: w.page.id, edits: [{ fact: 'city', value: 'Millbrook', reset: false }] }),
    allowed: EDIT,
  }),
  document('correctVolume', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ pageId: await correctedPage(w), id: newId(), facts: ['city'] }),
    allowed: EDIT,
  }),
  document('undoVolumeCorrection', {
    cites: 'OP-07 OP-09',
    request: correctedVolume,
    allowed: EDIT,
  }),
  document('listAlignments', {
    cites: 'AUTH-37',
    request: async (w) => {
      const [firstPageId, secondPageId] = await sheetsOfVolume(w);
      return { firstPageId, secondPageId };
    },
    allowed: READ,
  }),
  document('saveAlignment', {
    cites: 'OP-07 OP-09',
    request: async (w) => {
      const [firstPageId, secondPageId] = await sheetsOfVolume(w);
      return { firstPageId, secondPageId, pairs: [] };
    },
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
  document('finishProcessing', { ...worker, request: begun }),
  document('addPhotograph', {
    cites: 'OP-07',
    request: (w) =>
      uploadOf({ id: newId(), projectId: w.projectId, visitId: w.visit.id, fileName: 'a.png', caption: '' }, PNG),
    allowed: EDIT,
  }),
  document('listPhotographs', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId, visitId: w.visit.id }),
    allowed: READ,
  }),
  document('updatePhotograph', {
    cites: 'OP-07',
    request: (w) => ({ id: w.photograph.id, caption: 'Vent pipe' }),
    allowed: EDIT,
  }),
  document('deletePhotograph', {
    cites: 'OP-07',
    request: async (w) => ({ id: (await w.newPhotograph()).id }),
    allowed: EDIT,
  }),
  document('restorePhotograph', {
    cites: 'OP-07',
    request: (w) => ({ id: w.photograph.id }),
    allowed: EDIT,
  }),
];
