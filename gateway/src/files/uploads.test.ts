import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { AppError, conflict, newId } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import { person } from '@symbio/runtime/testing';
import {
  Document,
  type DocumentServiceService,
  type UploadDocumentRequest,
  type UploadHeader,
} from '@symbio/proto/document';
import { setCaller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { uploads } from './uploads.js';

afterEach(closeServers);

const PROJECT = newId();

interface Sent {
  header: UploadHeader;
  token: string;
}

async function gateway() {
  const caller = person();
  const sent: Sent[] = [];
  const stored = new Map<string, string>();
  const full = new Set<string>();
  const dying = new Set<string>();
  let minted = 0;
  const document = {
    async uploadDocument(requests: AsyncIterable<UploadDocumentRequest>, parent: CallParent) {
      let header: UploadHeader | undefined;
      const hash = createHash('sha256');
      for await (const { part } of requests) {
        if (part?.$case === 'header') header = part.value;
        if (header && dying.has(header.id) && part?.$case === 'chunk')
          throw new AppError('UNAVAILABLE', 'unavailable', 'This part of Symbio is not available right now.');
        else if (part?.$case === 'chunk') hash.update(part.value);
      }
      if (!header) throw new Error('no header');
      if (full.has(header.id)) throw new AppError('UNAVAILABLE', 'storage_full', 'There is no room left.');
      sent.push({ header, token: parent.token });
      const sha256 = hash.digest('hex');
      if ((stored.get(header.id) ?? sha256) !== sha256)
        throw conflict('id_taken', 'This id belongs to another document.');
      stored.set(header.id, sha256);
      return { document: Document.fromPartial({ id: header.id, fileName: header.fileName }) };
    },
  };
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, { actor: caller, email: '', token: 'of the request' });
    next();
  };
  const tokenFor = () => Promise.resolve(`token ${++minted}`);
  const url = await serveHandlers(
    authenticate,
    mounted(uploads({ document: document as Client<typeof DocumentServiceService> }), { tokenFor }),
  );
  const post = async (files: { id?: string; text: string }[], key?: string, projectId: string = PROJECT) => {
    const form = new FormData();
    form.append('project_id', projectId);
    for (const { id, text } of files) {
      if (id) form.append('id', id);
      form.append('files', new Blob([text]), 'a.pdf');
    }
    const response = await fetch(`${url}/documents`, {
      method: 'POST',
      body: form,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
    const body = (await response.json()) as {
      code?: string;
      error?: string;
      data?: { document?: { id: string }; code?: string }[];
    };
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, code: body.code, error: body.error, retryAfter, items: body.data ?? [] };
  };
  return { post, sent, stored, full, dying };
}

describe('a file whose service fails during the upload', () => {
  it('is reported immediately as retryable, whatever is left of it', async () => {
    const { post, dying } = await gateway();
    const id = newId();
    dying.add(id);
    const file = { id, text: 'a'.repeat(20_000_000) };
    expect(await post([file])).toMatchObject({ status: 503, code: 'unavailable' });
    dying.clear();
    expect(await post([file])).toMatchObject({ status: 201, items: [{ document: { id } }] });
  });
});

describe('files when the storage is full', () => {
  it('are refused as a whole, retryable, if none was stored', async () => {
    const { post, full } = await gateway();
    const [one, other] = [newId(), newId()];
    full.add(one).add(other);
    const files = [
      { id: one, text: 'a' },
      { id: other, text: 'b' },
    ];
    const refused = await post(files);
    expect(refused).toMatchObject({ status: 503, code: 'storage_full', error: 'There is no room left.', items: [] });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    full.clear();
    expect(await post(files)).toMatchObject({
      status: 201,
      items: [{ document: { id: one } }, { document: { id: other } }],
    });
  });

  it('are refused individually if another one was stored', async () => {
    const { post, full } = await gateway();
    const [taken, refused] = [newId(), newId()];
    full.add(refused);
    expect(
      await post([
        { id: taken, text: 'a' },
        { id: refused, text: 'b' },
      ]),
    ).toMatchObject({ status: 201, items: [{ document: { id: taken } }, { code: 'storage_full' }] });
  });
});

describe('uploaded files', () => {
  it('become documents under the ids sent before them', async () => {
    const { post, sent, stored } = await gateway();
    const [first, third] = [newId(), newId()];
    const answer = await post([{ id: first, text: 'one' }, { text: 'two' }, { id: third, text: 'three' }]);
    expect(answer.status).toBe(201);
    expect(answer.items.map(({ document }) => document?.id)).toEqual([first, sent[1]?.header.id, third]);
    expect(new Set(stored.keys()).size).toBe(3);
  });

  it('are one document when repeated with the same id, and refused with other bytes', async () => {
    const { post, stored } = await gateway();
    const id = newId();
    await post([{ id, text: 'one' }]);
    const again = await post([{ id, text: 'one' }]);
    expect(again.items).toMatchObject([{ document: { id } }]);
    expect(stored.size).toBe(1);
    expect((await post([{ id, text: 'other' }])).items).toMatchObject([{ code: 'id_taken' }]);
  });

  it('are the same documents when the form is repeated with its Idempotency-Key', async () => {
    const { post, stored } = await gateway();
    const files = [{ text: 'one' }, { text: 'two' }];
    const [first, again] = [await post(files, 'k'), await post(files, 'k')];
    expect(again).toEqual(first);
    expect(stored.size).toBe(2);
    expect(await post([{ text: 'one' }, { text: 'other' }], 'k')).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
    expect((await post(files, 'another')).items.map(({ document }) => document?.id)).not.toEqual(
      first.items.map(({ document }) => document?.id),
    );
    expect(stored.size).toBe(4);
  });

  it('are at most a hundred; an excess file gets an error (DOC-16)', async () => {
    const { post, stored } = await gateway();
    const { status, items } = await post(Array.from({ length: 101 }, (_, at) => ({ text: String(at) })));
    expect([status, items.length, stored.size]).toEqual([201, 101, 100]);
    expect(items[100]).toMatchObject({
      code: 'too_many_files',
      error: 'A form can hold at most 100 files. Send the others in another one.',
    });
  });

  it('get the same error for a malformed project id as for an unknown one (DOC-16)', async () => {
    const { post, stored } = await gateway();
    const { status, items } = await post([{ text: 'one' }], undefined, 'mine');
    expect([status, items, stored.size]).toEqual([
      201,
      [{ file_name: 'a.pdf', error: 'Project not found', code: 'not_found' }],
      0,
    ]);
  });

  it('each use a new token, since one does not outlast a batch', async () => {
    const { post, sent } = await gateway();
    await post([{ text: 'one' }, { text: 'two' }]);
    expect(sent.map(({ token }) => token)).toEqual(['token 1', 'token 2']);
  });
});
