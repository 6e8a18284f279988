import express, { type RequestHandler } from 'express';
import { AppError, type Client } from '@symbio/kit';
import { Document, type DocumentServiceService } from '@symbio/proto/document';
import type { JobServiceService } from '@symbio/proto/job';
import { setCaller, type Caller } from '../request.js';
import { closeServers, serveHandlers } from '../testing.js';
import { documents } from './documents.js';

const ID = '01890000-0000-7000-8000-0000000000aa';
const PROJECT = '01890000-0000-7000-8000-0000000000bb';
const nora = { actor: { sub: 'u1', role: 'customer' }, email: '', token: 'internal' } as Caller;

afterEach(closeServers);

type DocumentClient = Client<typeof DocumentServiceService>;

/** The routes over a document service. */
async function gateway(document: Partial<DocumentClient>) {
  const recognise: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const clients = {
    document: document as DocumentClient,
    job: {} as Client<typeof JobServiceService>,
  } as Parameters<typeof documents>[0];
  const url = await serveHandlers(express.json(), recognise, documents(clients));
  return async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer };
  };
}

describe('the classifier', () => {
  const classification = {
    suggestedCategory: 'sanborn_maps',
    confidence: 0.93,
    reasoning: 'A key of colours.',
    alternatives: [{ category: 'other', confidence: 0.04 }],
  };

  it('is asked by the id of a document and answers what it suggests and how sure it is (DOC-27)', async () => {
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

  it('answers an error like any other call when it cannot tell (ERR-01, ERR-22)', async () => {
    const away = new AppError('UNAVAILABLE', 'unavailable', 'The document service is not available.');
    const send = await gateway({ classifyDocument: () => Promise.reject(away) });
    const { status, body } = await send('/document-classifier', { documentId: ID });
    expect([status, body]).toMatchObject([503, { error: 'The document service is not available.' }]);
  });
});

describe('the ingestion of a PDF', () => {
  const started = Document.fromJSON({ id: ID, pagesReady: 1, totalPages: 3, processingStatus: 'processing' });

  it('answers once its pages are made, with how many were there before (DOC-33)', async () => {
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
    expect(asked).toEqual([{ id: ID, projectId: PROJECT, jobType: 'ingest-generic-pdf' }]);
  });

  it('says why it failed (DOC-33)', async () => {
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
  it.each([-1e308, -1, 0.5, 2 ** 60])('is not of %d bytes (DOC-13)', async (size) => {
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
