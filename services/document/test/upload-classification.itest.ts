/** Documents are classified by the server once they are uploaded. No worker runs here, and nobody asks. */
import { jest } from '@jest/globals';
import { newId } from '@symbio/kit';
import { callAs } from '@symbio/kit/testing';
import { DocumentEvent } from '@symbio/proto/document';
import { textPdf } from './fixtures.js';
import { patiently, PATIENT_TEST_MS, startStack, type Stack } from './stack.js';

// the classifier reads in child processes on a machine that others use too
jest.setTimeout(PATIENT_TEST_MS);

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ classifiesUploads: true });
});

afterAll(() => stack.stop());

const deed = () => textPdf('WARRANTY DEED. This indenture witnesseth that the grantor conveys to the grantee');
const get = async (id: string) => (await stack.documents.getDocument({ id }, await callAs(stack.viewer))).document;
const classified = (id: string) =>
  patiently(async () => {
    const document = await get(id);
    expect(document?.classification).toBeDefined();
    return document;
  });
const classifications = (id: string) => stack.events.of(id).filter(({ name }) => name === 'document.classified');

describe('an upload', () => {
  it('is classified without anybody asking, in the name of who uploaded it (DOC-20, DOC-28, OP-18)', async () => {
    const { id } = await stack.upload(await deed(), { fileName: 'Deed.pdf' });
    expect(await classified(id)).toMatchObject({
      category: 'deed_documents',
      processingStatus: 'classified',
      classification: { suggestedCategory: 'deed_documents', needsReview: false },
    });
    const [event] = await patiently(() => {
      expect(classifications(id)).toHaveLength(1);
      return classifications(id);
    });
    expect(event?.actor).toMatchObject({ sub: stack.editor.sub, via: stack.editor.via });
    expect(DocumentEvent.fromJSON(event?.data).document?.category).toBe('deed_documents');
  });

  it('keeps the category that a person chose, and tells what the classifier would say', async () => {
    const { id } = await stack.upload(await deed(), { fileName: 'Deed.pdf', category: 'site_survey' });
    expect(await classified(id)).toMatchObject({
      category: 'site_survey',
      classification: { suggestedCategory: 'deed_documents' },
    });
  });

  it('that comes twice is classified once', async () => {
    const id = newId();
    const file = await deed();
    await Promise.all([
      stack.upload(file, { id, fileName: 'Deed.pdf' }),
      stack.upload(file, { id, fileName: 'Deed.pdf' }),
    ]);
    await classified(id);
    // another document that was uploaded later is done: nothing of the first one is under way
    await classified((await stack.upload(await deed(), { fileName: 'Later.pdf' })).id);
    expect(classifications(id)).toHaveLength(1);
  });

  it('is classified anew for a client that still asks for it', async () => {
    const { id } = await stack.upload(await deed(), { fileName: 'Deed.pdf' });
    const { document } = await stack.documents.classifyDocument({ id }, await callAs(stack.editor));
    expect(document).toMatchObject({ category: 'deed_documents', processingStatus: 'classified' });
  });
});
