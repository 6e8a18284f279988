import { uploadedDocumentOf } from './upload-service.js';

const document = { id: 'd1', category: 'other', file_name: 'a.pdf', title: 'a' };

describe('the answer of the upload call', () => {
  it('is a list of items with a document each (DOC-16)', () => {
    expect(uploadedDocumentOf({ data: [{ document }] })).toEqual(document);
  });

  it('may carry the reason why a file was refused (DOC-23)', () => {
    const answer = { data: [{ error: 'This file is not a PDF.', file_name: 'a.pdf' }] };
    expect(() => uploadedDocumentOf(answer)).toThrow('This file is not a PDF.');
  });

  it.each([[null], [{}], [{ data: [] }]])('%j is an answer without data (ERR-12)', (answer) => {
    expect(() => uploadedDocumentOf(answer)).toThrow('Upload failed: No data returned');
  });

  it('falls back to a sentence when the reason is empty (ERR-11)', () => {
    const answer = { data: [{ error: '', file_name: 'a.pdf' }] };
    expect(() => uploadedDocumentOf(answer)).toThrow('Upload failed. Please try again.');
  });
});
