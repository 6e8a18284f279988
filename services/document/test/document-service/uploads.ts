import { createHash } from 'node:crypto';
import { pdfWithFiles } from '@symbio/page-engine/testing';
import { newId } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import sharp from 'sharp';
import { MAX_FILE_BYTES } from '../../src/uploads/upload-checks.js';
import { refusal, uploadOf } from '../stack.js';
import { as, fetchFile, filesOf, get, ownProject, pdf, stack } from './under-test.js';

export function describeUploads(): void {
  describe('an upload', () => {
    it('becomes a document with its file in the store (DOC-16, DOC-17, DATA-02, DATA-03)', async () => {
      const document = await stack.upload(pdf, { fileName: 'Sanborn 1905.pdf' });
      expect(document).toMatchObject({
        projectId: stack.projectId,
        title: 'Sanborn 1905',
        fileName: 'Sanborn 1905.pdf',
        filePath: `projects/${stack.projectId}/documents/${document.id}/original.pdf`,
        fileSize: pdf.length,
        mimeType: 'application/pdf',
        uploadedBy: stack.editor.sub,
        category: 'other',
        processingStatus: 'uploaded',
        totalPages: 0,
      });
      expect(document.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(document.fileUrl).toMatch(/[?&]sig=/);
      const response = await fetchFile(document.fileUrl);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
      await eventually(() =>
        expect(stack.events.of(document.id).map(({ name }) => name)).toEqual(['document.uploaded']),
      );
    });

    it('of a picture becomes a PDF; the file as sent stays, with its name and hash', async () => {
      const png = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      const id = newId();
      const document = await stack.upload(png, { id, fileName: 'Sheet 7.png' });
      const sha256 = createHash('sha256').update(png).digest('hex');
      const original = { fileName: 'Sheet 7.png', mimeType: 'image/png', fileSize: png.length, sha256 };
      expect(document).toMatchObject({
        title: 'Sheet 7',
        fileName: 'Sheet 7.png',
        mimeType: 'application/pdf',
        original,
      });
      const sent = await fetchFile(document.original?.fileUrl ?? '');
      const download = await stack.documents.createDownloadUrl({ id, original: true }, await as(stack.editor));
      expect((await fetchFile(download.url)).headers.get('content-disposition')).toContain('Sheet 7.png');
      expect(Buffer.from(await sent.arrayBuffer())).toEqual(png);
      const made = Buffer.from(await (await fetchFile(document.fileUrl)).arrayBuffer());
      expect(made.toString('latin1', 0, 5)).toBe('%PDF-');
      expect(createHash('sha256').update(made).digest('hex')).toBe(document.sha256);
      expect(await stack.upload(png, { id, fileName: 'Sheet 7.png' })).toMatchObject({ id, sha256: document.sha256 });
      const again = await stack.upload(png, { fileName: 'Sheet 7.png' });
      expect(again.notices).toMatchObject([{ code: 'already_here' }]);
    });

    it('with an attached file: that becomes a document once', async () => {
      const portfolio = await stack.upload(pdfWithFiles({ 'report.pdf': pdf }), { fileName: 'portfolio.pdf' });
      const take = async () =>
        (await stack.documents.takeAttachment({ documentId: portfolio.id, index: 0 }, await as(stack.editor))).document;
      const [taken, second] = await Promise.all([take(), take()]);
      expect(second?.id).toBe(taken?.id);
      expect(taken).toMatchObject({
        fileName: 'report.pdf',
        projectId: portfolio.projectId,
        attachedToDocumentId: portfolio.id,
        description: 'Attached to “portfolio.pdf”.',
      });
      expect(await take()).toMatchObject({ id: taken?.id });
    });

    it('keeps the category that the uploader chose', async () => {
      expect(await stack.upload(pdf, { category: 'deed_documents' })).toMatchObject({ category: 'deed_documents' });
      const bad = await refusal(stack.upload(pdf, { category: 'maps' }));
      expect(bad.fields).toHaveProperty('category');
    });

    it.each([
      ['a picture named .pdf', Buffer.from('GIF89a'), 'File type image/gif is not supported'],
      ['a text named .pdf', Buffer.from('Dear Sir or Madam'), 'File type text/plain is not supported'],
      ['an empty file', Buffer.alloc(0), 'The file is empty. Choose another one.'],
    ])('of %s is refused and leaves nothing behind (DOC-12, DOC-36)', async (_, file, message) => {
      const { projectId, actor } = ownProject();
      const id = newId();
      const error = await refusal(stack.upload(file, { id, projectId, fileName: 'map.pdf' }, actor));
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message });
      expect(await filesOf(projectId, id)).toEqual([]);
      expect(await refusal(get(id, actor))).toMatchObject({ code: 'NOT_FOUND' });
    });

    it('above 200 MB is refused while it streams (DOC-13, CONST-01)', async () => {
      const { projectId, actor } = ownProject();
      const id = newId();
      const chunk = Buffer.alloc(1_048_576);
      pdf.copy(chunk);
      let sent = 0;
      async function* endless() {
        yield { part: { $case: 'header' as const, value: { id, projectId, fileName: 'big.pdf', category: '' } } };
        for (; sent < MAX_FILE_BYTES * 2; sent += chunk.length)
          yield await Promise.resolve({ part: { $case: 'chunk' as const, value: chunk } });
      }
      const error = await refusal(stack.documents.uploadDocument(endless(), await as(actor)));
      expect(error).toMatchObject({
        code: 'OUT_OF_RANGE',
        reason: 'file_too_large',
        message: 'File size must be less than 200 MB',
      });
      expect(sent).toBeLessThan(MAX_FILE_BYTES * 1.5);
      expect(await filesOf(projectId, id)).toEqual([]);
    });

    it('that is cancelled leaves nothing behind', async () => {
      const { projectId, actor } = ownProject();
      const id = newId();
      const stop = new AbortController();
      let tellRefused = (): void => undefined;
      const refused = new Promise<void>((resolve) => (tellRefused = resolve));
      async function* stalled() {
        yield* uploadOf(pdf, { id, projectId, fileName: 'a.pdf', category: '' });
        stop.abort();
        await refused;
        yield { part: { $case: 'chunk' as const, value: Buffer.alloc(10) } };
      }
      const upload = stack.documents.uploadDocument(stalled(), await callAs(actor, { signal: stop.signal }));
      const error = await refusal(upload);
      tellRefused();
      expect(error.code).toBe('CANCELLED');
      await eventually(async () => {
        expect(await filesOf(projectId, id)).toEqual([]);
        expect(await refusal(get(id, actor))).toMatchObject({ code: 'NOT_FOUND' });
      });
    });

    it('with the same id makes one document', async () => {
      const id = newId();
      const [first, second] = [await stack.upload(pdf, { id }), await stack.upload(pdf, { id })];
      expect(second).toMatchObject({ id, createdAt: first.createdAt, sha256: first.sha256 });
      const { projectId, actor } = ownProject();
      expect(await refusal(stack.upload(pdf, { id, projectId }, actor))).toMatchObject({ reason: 'id_taken' });
      expect(await filesOf(projectId, id)).toEqual([]);
    });

    it('two at once with the same id make one document', async () => {
      const id = newId();
      const both = await Promise.all([stack.upload(pdf, { id }), stack.upload(pdf, { id })]);
      expect(both.map((document) => document.id)).toEqual([id, id]);
      expect(await filesOf(stack.projectId, id)).toEqual(['original.pdf']);
    });

    it('needs an editor; to a stranger the project does not exist', async () => {
      expect(await refusal(stack.upload(pdf, {}, stack.viewer))).toMatchObject({
        code: 'PERMISSION_DENIED',
        message: 'Not authorized',
      });
      expect(await refusal(stack.upload(pdf, {}, stack.stranger))).toMatchObject({ code: 'NOT_FOUND' });
    });

    it('begins with its header', async () => {
      async function* headless() {
        yield await Promise.resolve({ part: { $case: 'chunk' as const, value: pdf } });
      }
      const error = await refusal(stack.documents.uploadDocument(headless(), await as(stack.editor)));
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'header_missing' });
    });
  });
}
