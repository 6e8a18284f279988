import type { ActiveJob as ClientActiveJob, Category } from '@symbio/client/app';
import type { Classification as ClientClassification, Document as ClientDocument } from '@symbio/client';
import { MAP_CATEGORIES as WITH_SHEETS, PROCESSABLE_CATEGORIES as FROM_TABLE } from '@symbio/proto/document/vocabulary';
import type { JobType } from '@symbio/proto/job/vocabulary';
import { api } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';
import { ANSWERED_MS } from '../lib/http/request.js';
import type { Envelope, Page } from '../lib/http/api.js';
import type { ApiItem, ApiFields } from '../lib/http/api-types.js';
import type { DocumentPage } from './page-records.js';

/** Absent in responses of older servers. */
type Later =
  | 'notices'
  | 'attachments'
  | 'original'
  | 'attached_to_document_id'
  | 'needs_password'
  | 'derived_from'
  | 'no_coverage_years'
  | 'split_id'
  | 'first_year'
  | 'last_year'
  | 'year_source'
  | 'provider'
  | 'provider_source'
  | 'sheet_numbers'
  | 'sheet_count'
  | 'scales'
  | 'thumbnail_url';

/** DATA-02, DATA-03. Sizes in bytes. */
export type ProjectDocument = Omit<
  ApiItem<ClientDocument>,
  'sha256' | 'category' | 'file_url' | 'total_pages' | 'processing_error' | 'classification' | Later
> &
  Partial<Pick<ApiItem<ClientDocument>, Later>> & {
    /** Vocabulary value, or one of a newer server. */
    category: string;
    /** signed for an hour (CONST-03) */
    file_url: string | null;
    total_pages: number | null;
    processing_error: string | null;
    classification: Classification | null;
    active_job: ActiveJob | null;
  };

export type AttachedFile = ClientDocument['attachments'][number];

/** OP-18 */
export type Classification = ApiFields<
  ClientClassification,
  'confidence' | 'reasoning' | 'classified_at' | 'needs_review'
> & {
  suggested_category: string;
  /** Most likely first; confidence 0 to 1. */
  alternatives?: { category: string; confidence: number }[];
  /** Earlier suggestion that reading the pages corrected. */
  corrected?: { category: string; confidence: number } | null;
};

/** Confidence 0 to 1 (DATA-27). */
export interface ClassificationResult {
  suggestedCategory: string;
  confidence: number;
  reasoning?: string;
}

/** `done` and `total` count pages. `queue` is absent in responses of older servers. */
export type ActiveJob = ApiFields<ClientActiveJob, 'id' | 'status' | 'progress', 'queue'>;

export type { Category };

/** In order (DOC-30). */
export const PROCESS_JOB_TYPES = [
  'document-specific',
  'background-generate-records',
  'background-generate-images',
  'background-analyze-pages',
] as const satisfies readonly JobType[];
export type ProcessJobType = (typeof PROCESS_JOB_TYPES)[number];

export type DocumentSort = 'created_at' | 'title' | 'category' | 'file_size' | 'processing_status' | 'total_pages';

export interface DocumentFilters {
  projectId: string;
  search?: string;
  category?: string;
  /** Defaults to newest first. */
  sort?: DocumentSort;
  order?: 'asc' | 'desc';
  toProcess?: boolean;
  page: number;
  perPage: number;
}

interface DocumentChanges {
  title: string;
  description?: string;
  category: string;
  /** A document changed since is rejected (409). */
  updated_at: string;
}

/** DOC-31 */
interface ProcessAnswer {
  success: boolean;
  jobId: string | null;
  jobType: string | null;
  error: string | null;
}

/** DOC-33 */
interface IngestAnswer {
  success: boolean;
  error: string | null;
  result: { documentId: string; totalPages: number; pagesProcessed: number; pagesSkipped: number } | null;
}

export const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDocuments: build.query<Page<ProjectDocument>, DocumentFilters>({
      extraOptions: { failure: 'Failed to fetch documents' },
      query: ({ projectId, search, category, sort, order, toProcess, page, perPage }) =>
        operation('GET', '/api/documents', {
          query: {
            ...{ project_id: projectId, search, category, sort, order },
            ...{ to_process: toProcess, page, per_page: perPage },
          },
        }),
      providesTags: [{ type: 'Document', id: 'LIST' }],
    }),
    getDocument: build.query<ProjectDocument, string>({
      // timeout: uploads wait for it after a connection loss, and the next connection may die silently
      query: (id) => ({ ...operation('GET', '/api/documents/{id}', { path: { id } }), answerMs: ANSWERED_MS }),
      transformResponse: (answer: Envelope<ProjectDocument>) => answer.data,
      providesTags: (_document, _error, id) => [{ type: 'Document', id }],
    }),
    getDocumentPages: build.query<DocumentPage[], string>({
      query: (id) => operation('GET', '/api/documents/{id}/pages', { path: { id } }),
      transformResponse: (answer: Envelope<DocumentPage[]>) =>
        [...answer.data].sort((a, b) => a.page_number - b.page_number),
      providesTags: (_pages, _error, id) => [{ type: 'DocumentPage', id }],
    }),
    getCategories: build.query<Category[], void>({
      query: () => operation('GET', '/api/document-categories'),
      transformResponse: (answer: Envelope<Category[]>) => answer.data,
      providesTags: ['Category'],
      keepUnusedDataFor: 3600,
    }),
    /** Hashes in lower-case hex. */
    findSameFiles: build.mutation<ProjectDocument[], { projectId: string; sha256: string[] }>({
      query: ({ projectId, sha256 }) => ({
        ...operation('POST', '/api/documents/known', { body: { project_id: projectId, sha256 } }),
        // uploads wait for it
        answerMs: ANSWERED_MS,
      }),
      transformResponse: (answer: Envelope<ProjectDocument[]>) => answer.data,
    }),
    updateDocument: build.mutation<ProjectDocument, { id: string; changes: DocumentChanges }>({
      query: ({ id, changes }) => operation('PUT', '/api/documents/{id}', { path: { id }, body: changes }),
      transformResponse: (answer: Envelope<ProjectDocument>) => answer.data,
      invalidatesTags: ['Document', 'Project'],
    }),
    deleteDocument: build.mutation<{ success: boolean }, string>({
      extraOptions: { failure: 'Failed to delete document' },
      query: (id) => operation('DELETE', '/api/documents/{id}', { path: { id } }),
      invalidatesTags: ['Document', 'Project', 'Job'],
    }),
    /** Makes a document of a file attached to a PDF, or returns the one made before. */
    takeAttachment: build.mutation<ProjectDocument, { id: string; index: number }>({
      extraOptions: { failure: 'Failed to create document' },
      query: ({ id, index }) =>
        operation('POST', '/api/public/documents/{id}/attachments/{index}', { path: { id, index } }),
      transformResponse: (answer: Envelope<ProjectDocument>) => answer.data,
      invalidatesTags: ['Document', 'Project'],
    }),
    /** Password of a protected PDF; it is not kept, not even in the cache of mutations. */
    unlockDocument: build.mutation<ProjectDocument, { id: string; password: string }>({
      extraOptions: { failure: 'The file could not be opened' },
      query: ({ id, password }) =>
        operation('POST', '/api/public/documents/{id}/unlock', { path: { id }, body: { password } }),
      transformResponse: (answer: Envelope<ProjectDocument>) => answer.data,
      invalidatesTags: ['Document', 'DocumentPage', 'Project', 'Job'],
    }),
    /** `original`: the file as sent instead of the PDF made of it. */
    createDownloadUrl: build.mutation<{ url: string; expires_at: string }, { id: string; original?: boolean }>({
      extraOptions: { failure: 'Failed to create download URL' },
      query: ({ id, original }) =>
        operation('GET', '/api/documents/{id}/download-url', {
          path: { id },
          ...(original && { query: { original: 'true' } }),
        }),
      transformResponse: (answer: Envelope<{ url: string; expires_at: string }>) => answer.data,
    }),
    processDocument: build.mutation<ProcessAnswer, { documentId: string; projectId: string; jobType: ProcessJobType }>({
      query: ({ documentId, projectId, jobType }) =>
        operation('POST', '/api/document-processor', {
          // omitting the type selects the processor's default (DOC-30)
          body: { documentId, projectId, ...(jobType !== 'document-specific' && { jobType }) },
        }),
      invalidatesTags: ['Document', 'Job', 'JobStats'],
    }),
    ingestDocument: build.mutation<IngestAnswer, { documentId: string; projectId: string }>({
      extraOptions: { failure: 'PDF ingestion API failed' },
      query: (body) => operation('POST', '/api/ingest-generic-pdf', { body }),
      invalidatesTags: (_answer, _error, { documentId }) => [
        'Job',
        'JobStats',
        'Document',
        { type: 'DocumentPage', id: documentId },
      ],
    }),
    processPage: build.mutation<{ job_id: string }, { documentId: string; pageNumber: number }>({
      query: ({ documentId: id, pageNumber }) =>
        operation('POST', '/api/documents/{id}/pages/{page_number}/process', {
          path: { id, page_number: `${pageNumber}` },
        }),
      transformResponse: (answer: Envelope<{ job_id: string }>) => answer.data,
      invalidatesTags: (_answer, _error, { documentId }) => [
        'Job',
        'JobStats',
        'Document',
        { type: 'DocumentPage', id: documentId },
      ],
    }),
    classifyDocument: build.mutation<{ data: ClassificationResult | null; error: string | null }, string>({
      extraOptions: { failure: 'Failed to classify document' },
      query: (documentId) => operation('POST', '/api/document-classifier', { body: { documentId } }),
    }),
  }),
});

export const {
  useGetDocumentsQuery,
  useGetDocumentQuery,
  useGetDocumentPagesQuery,
  useGetCategoriesQuery,
  useUpdateDocumentMutation,
  useDeleteDocumentMutation,
  useCreateDownloadUrlMutation,
  useTakeAttachmentMutation,
  useUnlockDocumentMutation,
  useProcessDocumentMutation,
  useIngestDocumentMutation,
  useProcessPageMutation,
} = documentsApi;

/** Polling waits for it. */
export function isProcessing(document: Pick<ProjectDocument, 'active_job' | 'processing_status'>): boolean {
  return document.active_job !== null && document.active_job !== undefined
    ? true
    : document.processing_status === 'queued' || document.processing_status === 'processing';
}

/** Milliseconds after which no classification is expected. */
const CLASSIFIED_WITHIN_MS = 60_000;

export const awaitsClassification = (
  { classification, processing_status: status, created_at: created }: ProjectDocument,
  now = Date.now(),
): boolean => !classification && status === 'uploaded' && now - Date.parse(created) < CLASSIFIED_WITHIN_MS;

/** Milliseconds. */
export const PROCESSING_POLL_MS = 3000;

/** DOC-04 */
export const PROCESSABLE_CATEGORIES: readonly string[] = FROM_TABLE;

/** VIEW-03 */
export const MAP_CATEGORIES: readonly string[] = WITH_SHEETS;

/** By MIME type or file extension (VIEW-02). */
export function isPdf(document: Pick<ProjectDocument, 'mime_type' | 'file_name'>): boolean {
  return document.mime_type === 'application/pdf' || document.file_name.toLowerCase().endsWith('.pdf');
}
