import { BlobError, type BlobStore } from '@symbio/blobs';
import { valuesOfRow, type RowWriter } from '@symbio/mongo';
import type { SampleCopy } from '@symbio/project-access';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import { documentEvent, pageEvent } from '../events.js';
import { documentPrefix } from '../files/blob-keys.js';
import { georeferenceEvent } from '../georeferences/mapping.js';
import { georeferenceId, type GeoreferenceRepository, type GeoreferenceWriter } from '../georeferences/repository.js';
import type { DocumentRow, PageRow } from '../model.js';
import { idleStatusOf, SELF, type DocumentRecords } from '../processing/document-records.js';
import type { DocumentRepository } from '../repository.js';
import type { PageTexts } from '../search/page-text-repository.js';

export interface CopySampleDeps {
  repository: Pick<DocumentRepository, 'list' | 'pages'>;
  /** Also finds deleted documents: those stay deleted. */
  kept: { find: (id: string) => Promise<unknown> };
  records: Pick<DocumentRecords, 'counts'>;
  writer: Pick<RowWriter<DocumentRow>, 'insert'>;
  pageWriter: Pick<RowWriter<PageRow>, 'insert'>;
  texts: Pick<PageTexts, 'put' | 'wordsOf'>;
  georeferences: Pick<GeoreferenceRepository, 'ofPage'>;
  georeferenceWriter: Pick<GeoreferenceWriter, 'insert'>;
  blobs: Pick<BlobStore, 'createReadStream' | 'exists' | 'put' | 'stat'>;
}

const OLDEST_FIRST = { sort: 'created_at', descending: false } as const;

/** Copies a sample's documents with their files, pages, words and places; each document appears once it is complete. */
export function createCopySample(deps: CopySampleDeps) {
  const { repository, kept, records, writer, pageWriter, texts, blobs, georeferences, georeferenceWriter } = deps;
  async function copyBlob(from: string, to: string): Promise<void> {
    if (!from || (await blobs.exists(to))) return;
    const { contentType } = await blobs.stat(from);
    try {
      await blobs.put(to, await blobs.createReadStream(from), { contentType });
    } catch (error) {
      // a repeated attempt at the same time
      if (!(error instanceof BlobError) || error.code !== 'exists') throw error;
    }
  }

  async function copyDocument(row: DocumentRow, { projectId, ownerId, idOf }: SampleCopy): Promise<void> {
    const documentId = idOf(row._id);
    if (await kept.find(documentId)) return;
    const prefix = documentPrefix(row.projectId, row._id);
    const keyOf = (key: string): string => key && `${documentPrefix(projectId, documentId)}${key.slice(prefix.length)}`;
    const { job, lastJobEvent, attemptedAt, attachedTo, derivedFrom, ...values } = valuesOfRow(row);
    const files = [row.filePath, ...(row.original ? [row.original.filePath] : [])];
    for (const file of files) await copyBlob(file, keyOf(file));
    for (const page of await repository.pages(row._id)) {
      const { imagePath, thumbnailPath } = page;
      for (const file of [imagePath, thumbnailPath]) await copyBlob(file, keyOf(file));
      const { words, size } = await texts.wordsOf(page._id);
      const place = { projectId, documentId, pageNumber: page.pageNumber };
      if (words.length > 0) await texts.put({ _id: idOf(page._id), ...place }, words, size);
      const copied = {
        ...valuesOfRow(page),
        ...place,
        imagePath: keyOf(imagePath),
        thumbnailPath: keyOf(thumbnailPath),
      };
      await pageWriter.insert(idOf(page._id), copied, SELF, (made) => [pageEvent(pageEvents.changed, made)]);
      for (const placed of await georeferences.ofPage(page._id)) {
        const { regionId } = placed;
        const own = { ...valuesOfRow(placed), projectId, documentId, pageId: idOf(page._id), history: [] };
        await georeferenceWriter.insert(georeferenceId(own.pageId, regionId), own, SELF, (made) => [
          georeferenceEvent('created', made),
        ]);
      }
    }
    await writer.insert(
      documentId,
      {
        ...values,
        projectId,
        uploadedBy: ownerId,
        filePath: keyOf(row.filePath),
        ...(row.original && { original: { ...row.original, filePath: keyOf(row.original.filePath) } }),
        ...(attachedTo && { attachedTo: { ...attachedTo, documentId: idOf(attachedTo.documentId) } }),
        // the sample's jobs do not work on the copy
        ...(job && { processingStatus: idleStatusOf(row, await records.counts(row)) }),
      },
      SELF,
      (made) => [documentEvent(documentEvents.changed, made, made)],
    );
  }

  return async (copy: SampleCopy): Promise<void> => {
    for (const row of await repository.list({ projectId: copy.sampleId }, undefined, OLDEST_FIRST))
      await copyDocument(row, copy);
  };
}
