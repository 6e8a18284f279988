import { outboxIndexes, outboxPaths, type Connection, type OutboxRow } from '@symbio/kit';
import { Schema, type Model, type mongo } from 'mongoose';
import type { CategoryValue } from './categories.js';
import type { PageTitle } from './pipeline/file-names.js';
import type { PageType, YearSource } from './pipeline/page-metadata.js';
import type { ProcessingStatus } from './processing-status.js';

/** What the classifier said (OP-18). */
export interface StoredClassification {
  suggestedCategory: CategoryValue;
  /** 0 to 1. */
  confidence: number;
  reasoning: string;
  /** The runners-up, most likely first; absent in what was classified before they were kept. */
  alternatives?: { category: CategoryValue; confidence: number }[];
  classifiedAt: Date;
}

/** The job that has a document in its hands. */
export interface DocumentJob {
  id: string;
  type: string;
  since: Date;
  /** Nobody asked for it: the document can be used while it waits and runs, and any other job takes its place. */
  automatic?: boolean;
  /** The job after which it was made. */
  follows?: string;
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
  /** The job that the service itself made for pages which were analysed before words were kept; one a document. */
  wordsJob?: string;
  /** The newest word of the job service that was heard, so that an older one that comes again is ignored. */
  jobHeard?: { id: string; rev: number };
}

/** A word with its box in page pixels. */
export interface StoredWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0 to 1; 1 for a word of the PDF itself. */
  confidence: number;
  /** Degrees clockwise: 0, 90 or 270. */
  turned: number;
}

/** The words of a page, beside it because hardly anybody reads them; `_id` is the page's. */
export interface PageTextRow {
  _id: string;
  projectId: string;
  documentId: string;
  pageNumber: number;
  /** Each token once: what the search index is made of. */
  tokens: string[];
  /** All tokens in reading order with a blank around each: where phrases are found. */
  sequence: string;
  /** Deflated JSON; see `search/page-texts.ts`. */
  words: mongo.Binary;
  updatedAt: Date;
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
  /** How sure each guess is, 0 to 1; 0 without one. */
  pageTypeConfidence: number;
  yearConfidence: number;
  mapScaleConfidence: number;
  yearSource: YearSource | '';
  /** What the file calls the page; left out when it has no name for it. */
  pageTitle?: string;
  pageTitleConfidence: number;
  pageTitleSource: PageTitle['source'] | '';
  /** Where the words are from. */
  textSource: 'pdf' | 'ocr' | '';
  /** Changes with the words in {@link PageTextRow}; empty without any, absent in pages older than the search. */
  wordsDigest: string;
  /** The job that looked at it last. */
  analyzedBy: string;
  /** The picture has a quarter of `width` and `height`; the full one is being made. */
  preview: boolean;
  /** Hash of the preview that the picture in full has taken the place of. */
  previewHash?: string;
  /** How the picture was made; empty without one. */
  madeBy: 'lifted' | 'rendered' | '';
  /** Whether a lifted picture was compared with the page as it is drawn. */
  audited: boolean;
}

/** An upload whose end nobody has told yet; `_id` is project and document. */
export interface UploadIntentRow {
  _id: string;
  documentId: string;
  projectId: string;
  since: Date;
}

export interface DocumentModels {
  documents: Model<DocumentRow>;
  pages: Model<PageRow>;
  pageTexts: Model<PageTextRow>;
  uploads: Model<UploadIntentRow>;
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
        type: {
          suggestedCategory: String,
          confidence: Number,
          reasoning: String,
          alternatives: { type: [{ _id: false, category: String, confidence: Number }], default: undefined },
          classifiedAt: Date,
        },
      },
      job: {
        _id: false,
        type: { id: String, type: { type: String }, since: Date, automatic: Boolean, follows: String },
      },
      wordsJob: String,
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
      pageTypeConfidence: Number,
      yearConfidence: Number,
      mapScaleConfidence: Number,
      yearSource: String,
      pageTitle: String,
      pageTitleConfidence: Number,
      pageTitleSource: String,
      textSource: String,
      wordsDigest: String,
      analyzedBy: String,
      preview: Boolean,
      previewHash: String,
      madeBy: String,
      audited: Boolean,
    },
    { ...plain, collection: 'pages' },
  );
  outboxIndexes(page);
  page.index({ documentId: 1, pageNumber: 1 }, { unique: true });
  page.index({ wordsDigest: 1, status: 1 });

  const pageText = new Schema<PageTextRow>(
    {
      _id: String,
      projectId: String,
      documentId: String,
      pageNumber: Number,
      tokens: [String],
      sequence: String,
      words: Buffer,
      updatedAt: Date,
    },
    { ...plain, collection: 'pageTexts' },
  );
  pageText.index({ projectId: 1, tokens: 1 });
  pageText.index({ documentId: 1, pageNumber: 1 });

  const upload = new Schema<UploadIntentRow>(
    { _id: String, documentId: String, projectId: String, since: Date },
    { ...plain, collection: 'uploads' },
  );
  upload.index({ since: 1 });
  return {
    documents: connection.model<DocumentRow>('documents', document),
    pages: connection.model<PageRow>('pages', page),
    pageTexts: connection.model<PageTextRow>('pageTexts', pageText),
    uploads: connection.model<UploadIntentRow>('uploads', upload),
  };
}
