import { jest } from '@jest/globals';
import { sampleCopy } from '@symbio/project-access';
import { newId } from '@symbio/runtime';
import type { DocumentRow, PageRow } from '../model.js';
import { georeferenceId } from '../georeferences/repository.js';
import { createCopySample, type CopySampleDeps } from './copy-sample.js';

const [sampleId, documentId, pageId, projectId] = [newId(), newId(), newId(), newId()] as const;
const key = (project: string, document: string, file: string) => `projects/${project}/documents/${document}/${file}`;

it('copies the documents of a sample with files, pages and words; an interrupted copy is completed', async () => {
  const filePath = key(sampleId, documentId, 'original.pdf');
  const imagePath = key(sampleId, documentId, 'pages/1/ab_t1/pyramid');
  const row = { _id: documentId, projectId: sampleId, filePath, title: 'Sheets', processingStatus: 'pages_ready' };
  const page = { _id: pageId, documentId, projectId: sampleId, pageNumber: 1, imagePath, thumbnailPath: '' };
  const placed = {
    _id: 'g',
    pageId,
    documentId,
    projectId: sampleId,
    regionId: 'sheet',
    history: [{}],
    state: 'exact',
  };
  const files = new Map([filePath, imagePath].map((name) => [name, `bytes of ${name}`]));
  const made = new Map<string, object>();
  const insert = jest.fn((id: string, values: object) => {
    made.set(id, values);
    return Promise.resolve(undefined);
  });
  const put = jest.fn((to: string, body: string) => Promise.resolve(files.set(to, body)));
  let isBroken = true;
  const putText = jest.fn(() => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve()));
  const size = { width: 10, height: 20 };
  const copySample = createCopySample({
    repository: {
      list: () => Promise.resolve([row as DocumentRow]),
      pages: () => Promise.resolve([page as PageRow]),
    },
    kept: { find: (id: string) => Promise.resolve(made.get(id)) },
    records: { counts: () => Promise.reject(new Error('not asked for')) },
    writer: { insert },
    pageWriter: { insert },
    georeferences: { ofPage: () => Promise.resolve([placed]) },
    georeferenceWriter: { insert },
    texts: { wordsOf: () => Promise.resolve({ words: [{ text: 'GAS' }], size }), put: putText },
    blobs: {
      exists: (name: string) => Promise.resolve(files.has(name)),
      stat: () => Promise.resolve({ contentType: 'application/pdf' }),
      createReadStream: (name: string) => Promise.resolve(files.get(name)),
      put,
    },
  } as unknown as CopySampleDeps);
  const copy = sampleCopy({ projectId, sampleId, ownerId: 'owner', authorId: 'author' });
  await expect(copySample(copy)).rejects.toThrow('away');
  expect(made.size).toBe(0);
  isBroken = false;
  await copySample(copy);
  await copySample(copy);
  const [newDocument, newPage] = [copy.idOf(documentId), copy.idOf(pageId)];
  const copiedFile = key(projectId, newDocument, 'original.pdf');
  const copiedImage = key(projectId, newDocument, 'pages/1/ab_t1/pyramid');
  expect(files.get(copiedFile)).toBe(`bytes of ${filePath}`);
  expect(files.get(copiedImage)).toBe(`bytes of ${imagePath}`);
  expect(put).toHaveBeenCalledTimes(2);
  expect(insert).toHaveBeenCalledTimes(3);
  const place = { projectId, documentId: newDocument, pageNumber: 1 };
  expect(made.get(newPage)).toEqual({ ...place, imagePath: copiedImage, thumbnailPath: '' });
  expect(made.get(georeferenceId(newPage))).toEqual({
    ...{ projectId, documentId: newDocument, pageId: newPage },
    ...{ regionId: 'sheet', history: [], state: 'exact' },
  });
  const { title, processingStatus } = row;
  const document = { projectId, filePath: copiedFile, uploadedBy: 'owner', title, processingStatus };
  expect(made.get(newDocument)).toEqual(document);
  expect(putText).toHaveBeenLastCalledWith({ _id: newPage, ...place }, [{ text: 'GAS' }], size);
});
