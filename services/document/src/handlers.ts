import { pageInfo, type Handlers } from '@symbio/kit';
import type { DocumentServiceService } from '@symbio/proto/document';
import { CATEGORIES } from './categories.js';
import type { Classifying } from './classification/classifying.js';
import type { Documents } from './documents.js';
import type { Links } from './links.js';
import { toDocument, toPage } from './mapping.js';
import type { DocumentRow } from './model.js';
import type { Processing } from './processing.js';
import type { PageSummary } from './repository.js';
import type { Uploads } from './upload.js';

export interface HandlerParts {
  uploads: Uploads;
  documents: Documents;
  classifying: Classifying;
  processing: Processing;
  links: Links;
}

/** gRPC methods: call, then map with signed addresses. */
export function handlers(parts: HandlerParts): Handlers<typeof DocumentServiceService> {
  const { uploads, documents, classifying, processing, links } = parts;
  const document = async (row: DocumentRow) => toDocument(row, await links.file(row));
  const page = async (row: PageSummary) => toPage(row, await links.page(row));
  return {
    uploadDocument: async (requests, context) => ({
      document: await document(await uploads.upload(requests, context)),
    }),
    listDocuments: async (request, context) => {
      const { rows, count, page: spec } = await documents.list(request, context);
      return { documents: await Promise.all(rows.map(document)), pageInfo: pageInfo(spec, count) };
    },
    getDocument: async ({ id }, context) => ({
      document: await document(await documents.visible(id, 'read', context)),
    }),
    updateDocument: async (request, context) => ({
      document: await document(await documents.update(request, context)),
    }),
    deleteDocument: async ({ id }, context) => {
      await documents.delete(id, context);
      return {};
    },
    createDownloadUrl: async ({ id, expiresIn }, context) => documents.downloadUrl(id, expiresIn, context),
    classifyDocument: async ({ id }, context) => ({
      document: await document(await classifying.classify(id, context)),
    }),
    processDocument: async (request, context) => {
      const started = await processing.process(request, context);
      return { ...started, document: await document(started.document) };
    },
    listPages: async ({ documentId }, context) => ({
      pages: await Promise.all((await documents.pages(documentId, context)).map(page)),
    }),
    getPage: async ({ id }, context) => ({ page: await page(await documents.page(id, context)) }),
    listCategories: () => Promise.resolve({ categories: [...CATEGORIES] }),
    beginProcessing: async ({ documentId, jobId }, { actor }) => {
      const { document: row, pages } = await processing.begin(documentId, jobId, actor);
      const numbers = (which: (one: PageSummary) => boolean) => pages.filter(which).map(({ pageNumber }) => pageNumber);
      return {
        document: await document(row),
        readyPages: numbers(({ status }) => status === 'ready'),
        analyzedPages: numbers(({ analyzed }) => analyzed),
      };
    },
    recordPageCount: async ({ documentId, totalPages }, { actor }) => {
      await processing.recordPageCount(documentId, totalPages, actor);
      return {};
    },
    recordPage: async (request, { actor }) => ({ page: await page(await processing.recordPage(request, actor)) }),
    finishProcessing: async (request, { actor }) => ({
      document: await document(await processing.finish(request, actor)),
    }),
  };
}
