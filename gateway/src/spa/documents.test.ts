import express, { type RequestHandler } from 'express';
import { AppError, notFound } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import { Document, type DocumentServiceService } from '@symbio/proto/document';
import type { JobServiceService } from '@symbio/proto/job';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { uploads } from '../files/uploads.js';
import { documents } from './documents.js';

const ID = '01890000-0000-7000-8000-0000000000aa';
const PROJECT = '01890000-0000-7000-8000-0000000000bb';
const nora = { actor: { sub: 'u1', role: 'customer' }, email: '', token: 'internal' } as Caller;

afterEach(closeServers);

type DocumentClient = Client<typeof DocumentServiceService>;

async function gateway(document: Partial<DocumentClient>) {
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const clients = {
    document: document as DocumentClient,
    job: {} as Client<typeof JobServiceService>,
  } as Parameters<typeof documents>[0];
  const url = await serveHandlers(express.json(), authenticate, mounted([...documents(clients), ...uploads(clients)]));
  return async (path: string, body?: object) => {
    const response = await fetch(
      `${url}${path}`,
      body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      },
    );
    const answer: unknown = await response.json();
    return { status: response.status, body: answer };
  };
}

describe('a download', () => {
  it('is valid for the requested time, an hour by default (DOC-08, CONST-03)', async () => {
    const asked: unknown[] = [];
    const send = await gateway({
      createDownloadUrl: ({ expiresIn }) => {
        asked.push(expiresIn);
        return Promise.resolve({ url: '/files/x', expiresAt: '2026-01-01T00:00:00.000Z' });
      },
    });
    for (const query of ['', '?expires_in=1', '?expires_in=3600']) await send(`/documents/${ID}/download-url${query}`);
    expect(asked).toEqual([3600, 1, 3600]);
  });

  it.each(['abc', '0', '-1', '1.5', '3601'])('rejects a lifetime of %s seconds (CONST-03)', async (value) => {
    const send = await gateway({});
    expect(await send(`/documents/${ID}/download-url?expires_in=${value}`)).toMatchObject({
      status: 400,
      body: { fields: { expires_in: 'expires_in must be from 1 to 3600 seconds' } },
    });
  });
});

describe('a file uploaded in parts', () => {
  it('may take as long to become a document as a whole file, not the 10 s of other calls (DOC-16)', async () => {
    const limits: unknown[] = [];
    const send = await gateway({
      finishUpload: ({ size }, { deadline, limitMs }) => {
        limits.push({ size, deadline, limitMs });
        return Promise.resolve({ document: Document.fromJSON({ id: ID }) });
      },
    });
    const completed = await send(`/document-uploads/${ID}/complete`, { project_id: PROJECT, size: 209_715_199 });
    expect(completed.status).toBe(201);
    expect(limits).toEqual([{ size: 209_715_199, deadline: undefined, limitMs: 900_000 }]);
  });
});

describe('the pages of a document', () => {
  it('are returned as a whole, or in pages if requested (PROJ-41)', async () => {
    const asked: unknown[] = [];
    const send = await gateway({
      listPages: (request) => {
        asked.push(request.paging);
        const pageInfo = request.paging && { page: 2, perPage: 5, totalPages: 3, count: 11, nextCursor: '' };
        return Promise.resolve({ pages: [], pageInfo });
      },
    });
    expect((await send(`/documents/${ID}/pages`)).body).toMatchObject({ page: 1, count: 0 });
    expect((await send(`/documents/${ID}/pages?page=2&per_page=5`)).body).toMatchObject({
      page: 2,
      per_page: 5,
      total_pages: 3,
      count: 11,
    });
    expect(asked).toEqual([undefined, { page: 2, perPage: 5 }]);
  });
});

describe('a document named in a body (DOC-27, DOC-31, DOC-33)', () => {
  const paths = ['/document-classifier', '/document-processor', '/ingest-generic-pdf'];
  const nowhere = {
    classifyDocument: () => Promise.reject(notFound('Document')),
    processDocument: () => Promise.reject(notFound('Document')),
  };

  it.each(paths)('is required by %s', async (path) => {
    const send = await gateway({});
    expect(await send(path, { projectId: PROJECT })).toMatchObject({
      status: 400,
      body: { fields: { documentId: 'documentId is required' } },
    });
  });

  it.each(paths)('is not found by %s under its field name, whatever form its id has', async (path) => {
    const send = await gateway(nowhere);
    for (const documentId of ['mine', ID])
      expect(await send(path, { documentId, projectId: PROJECT })).toMatchObject({
        status: 404,
        body: { fields: { documentId: 'Document not found' } },
      });
  });

  it.each(['/document-processor', '/ingest-generic-pdf'])(
    'is not looked up by %s in an invalid project',
    async (path) => {
      const send = await gateway({});
      expect(await send(path, { documentId: ID, projectId: 'mine' })).toMatchObject({
        status: 404,
        body: { fields: { projectId: 'Project not found' } },
      });
    },
  );
});

describe('the project of uploaded files', () => {
  const gone = () => Promise.reject(notFound('Project', 'project_id'));
  it.each([
    ['/documents/known', { sha256: [] }],
    [`/document-uploads/${ID}/complete`, { size: 5 }],
  ])('is named if it does not exist, whatever form its id has: %s (DOC-16)', async (path, body) => {
    const send = await gateway({
      findByHash: gone,
      finishUpload: gone,
    });
    for (const project_id of ['mine', PROJECT])
      expect(await send(path, { ...body, project_id })).toMatchObject({
        status: 404,
        body: { fields: { project_id: 'Project not found' } },
      });
  });
});

describe('the classifier', () => {
  const classification = {
    suggestedCategory: 'sanborn_maps',
    confidence: 0.93,
    reasoning: 'A key of colours.',
    alternatives: [{ category: 'other', confidence: 0.04 }],
  };

  it('takes a document id and returns the suggestion with its confidence (DOC-27)', async () => {
    const asked: unknown[] = [];
    const send = await gateway({
      classifyDocument: (request) => {
        asked.push(request);
        return Promise.resolve({ document: Document.fromJSON({ id: ID, classification }) });
      },
    });
    expect(await send('/document-classifier', { documentId: ID })).toEqual({
      status: 200,
      body: { data: classification, error: null },
    });
    expect(asked).toEqual([{ id: ID, recentIsEnough: true }]);
  });

  it('returns an error like any other call if it fails (ERR-01, ERR-22)', async () => {
    const away = new AppError('UNAVAILABLE', 'unavailable', 'The document service is not available.');
    const send = await gateway({ classifyDocument: () => Promise.reject(away) });
    const { status, body } = await send('/document-classifier', { documentId: ID });
    expect([status, body]).toMatchObject([503, { error: 'The document service is not available.' }]);
  });
});

describe('the ingestion of a PDF', () => {
  const started = Document.fromJSON({ id: ID, pagesReady: 1, totalPages: 3, processingStatus: 'processing' });

  it('returns when its pages are ready, with the number of earlier ones (DOC-33)', async () => {
    const done = Document.fromJSON({ id: ID, pagesReady: 3, totalPages: 3, processingStatus: 'pages_ready' });
    const asked: unknown[] = [];
    const send = await gateway({
      processDocument: (request) => {
        asked.push(request);
        return Promise.resolve({ document: started, jobId: 'j1', jobType: 'ingest-generic-pdf' });
      },
      getDocument: () => Promise.resolve({ document: done }),
    });
    expect(await send('/ingest-generic-pdf', { documentId: ID, projectId: PROJECT })).toEqual({
      status: 200,
      body: {
        success: true,
        error: null,
        result: { documentId: ID, totalPages: 3, pagesProcessed: 2, pagesSkipped: 1 },
      },
    });
    expect(asked).toEqual([{ id: ID, projectId: PROJECT, jobType: 'ingest-generic-pdf', jobId: '' }]);
  });

  it('reports why it failed (DOC-33)', async () => {
    const processingError = 'This PDF is protected by a password.';
    const failed = Document.fromJSON({ id: ID, processingStatus: 'failed', processingError });
    const send = await gateway({
      processDocument: () =>
        Promise.resolve({ document: Document.fromJSON({ id: ID }), jobId: 'j1', jobType: 'ingest-generic-pdf' }),
      getDocument: () => Promise.resolve({ document: failed }),
    });
    expect((await send('/ingest-generic-pdf', { documentId: ID, projectId: PROJECT })).body).toEqual({
      success: false,
      error: processingError,
      result: { documentId: ID, totalPages: 0, pagesProcessed: 0, pagesSkipped: 0 },
    });
  });
});

describe('an upload in parts', () => {
  it.each([-1e308, -1, 0.5, 2 ** 60])('cannot have %d bytes (DOC-13)', async (size) => {
    const finished: unknown[] = [];
    const send = await gateway({
      finishUpload: (request) => {
        finished.push(request);
        return Promise.resolve({ document: undefined });
      },
    });
    const answer = await send(`/document-uploads/${ID}/complete`, { project_id: PROJECT, file_name: 'a.pdf', size });
    expect(answer).toMatchObject({ status: 400, body: { fields: { size: expect.any(String) as string } } });
    expect(finished).toEqual([]);
  });
});
