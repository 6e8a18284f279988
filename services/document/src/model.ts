import { outboxIndexes, outboxPaths, type Connection, type OutboxRow } from '@symbio/kit';
import { Schema, type Model } from 'mongoose';
import type { CategoryValue } from './categories.js';
import type { PageType } from './pipeline/page-metadata.js';
import type { ProcessingStatus } from './processing-status.js';

/** What the classifier said (OP-18). */
export interface StoredClassification {
  suggestedCategory: CategoryValue;
  /** 0 to 1. */
  confidence: number;
  reasoning: string;
  classifiedAt: Date;
}

/** The job that has a document in its hands. */
export interface DocumentJob {
  id: string;
  type: string;
  since: Date;
}

/** A document as stored. */
export interface DocumentRow extends OutboxRow {
  projectId: string;
  category: CategoryValue;
  /** Whose word the category is: a person's is never overwritten by the classifier. */
  categoryBy: 'nobody' | 'classifier' | 'person';
  title: string;
  description?: string;
  fileName: string;
  filePath: string;
  /** Bytes. */
  fileSize: number;
  mimeType: string;
  sha256: string;
  uploadedBy: string;
  /** 0 until known. */
  totalPages: number;
  pagesReady: number;
  processingStatus: ProcessingStatus;
  processingError: string;
  classification?: StoredClassification;
  job?: DocumentJob;
  /** The newest word of the job service that was heard, so that an older one that comes again is ignored. */
  jobHeard?: { id: string; rev: number };
}

export interface StoredWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page as stored. Sizes and boxes in pixels of the full picture. */
export interface PageRow extends OutboxRow {
  documentId: string;
  projectId: string;
  pageNumber: number;
  status: 'pending' | 'ready' | 'failed';
  /** Why there is no picture, a sentence. */
  error: string;
  imagePath: string;
  thumbnailPath: string;
  contentHash: string;
  tileFormat: string;
  width: number;
  height: number;
  dpi: number;
  /** Looked at for text, year and type. */
  analyzed: boolean;
  /** Empty until known. */
  pageType: PageType | '';
  extractedText?: string;
  year?: number;
  mapScale?: string;
  words: StoredWord[];
}

export interface DocumentModels {
  documents: Model<DocumentRow>;
  pages: Model<PageRow>;
}

const plain = { versionKey: false, minimize: false, id: false } as const;

/** Models of the service's collections. */
export function documentModels(connection: Connection): DocumentModels {
  const document = new Schema<DocumentRow>(
    {
      ...outboxPaths,
      projectId: String,
      category: String,
      categoryBy: String,
      title: String,
      description: String,
      fileName: String,
      filePath: String,
      fileSize: Number,
      mimeType: String,
      sha256: String,
      uploadedBy: String,
      totalPages: Number,
      pagesReady: Number,
      processingStatus: String,
      processingError: String,
      classification: {
        _id: false,
        type: { suggestedCategory: String, confidence: Number, reasoning: String, classifiedAt: Date },
      },
      job: { _id: false, type: { id: String, type: { type: String }, since: Date } },
      jobHeard: { _id: false, type: { id: String, rev: Number } },
    },
    { ...plain, collection: 'documents' },
  );
  outboxIndexes(document);
  document.index({ projectId: 1, createdAt: -1, _id: -1 });
  document.index({ projectId: 1, category: 1, createdAt: -1, _id: -1 });

  const page = new Schema<PageRow>(
    {
      ...outboxPaths,
      documentId: String,
      projectId: String,
      pageNumber: Number,
      status: String,
      error: String,
      imagePath: String,
      thumbnailPath: String,
      contentHash: String,
      tileFormat: String,
      width: Number,
      height: Number,
      dpi: Number,
      analyzed: Boolean,
      pageType: String,
      extractedText: String,
      year: Number,
      mapScale: String,
      words: [{ _id: false, text: String, x: Number, y: Number, width: Number, height: Number }],
    },
    { ...plain, collection: 'pages' },
  );
  outboxIndexes(page);
  page.index({ documentId: 1, pageNumber: 1 }, { unique: true });
  return {
    documents: connection.model<DocumentRow>('documents', document),
    pages: connection.model<PageRow>('pages', page),
  };
}
