import {
  fields,
  flag,
  moment,
  number,
  part,
  rowSchema,
  strictSchema,
  text,
  typed,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import type { PageTitle, PageType, YearSource } from '@symbio/page-engine/reading';
import {
  DOCUMENT_CATEGORIES,
  FACT_CHANGE_KINDS,
  FACT_SOURCES,
  PAGE_KINDS,
  PAGE_STATUSES,
  PROCESSING_STATUSES,
  SHEET_FACTS,
} from '@symbio/proto/document/vocabulary';
import type { Model, mongo } from 'mongoose';
import { photographModel, type PhotographRow } from './photographs/model.js';

const category = { type: String, enum: DOCUMENT_CATEGORIES, required: true } as const;

/** OP-18. */
const classification = fields({
  suggestedCategory: category,
  confidence: number,
  reasoning: text,
  /** Alternatives, most likely first; absent in classifications of earlier versions. */
  alternatives: { type: [part({ category, confidence: number })], default: undefined },
  classifiedAt: moment,
});

const documentJob = fields({
  id: text,
  type: text,
  since: moment,
  /** Created by the service: does not block use of the document, and any other job replaces it. */
  automatic: { type: Boolean },
  follows: { type: String },
  /** Requested page numbers. Absent: all. */
  pageNumbers: { type: [Number], default: undefined },
});
export type DocumentJob = ValuesOf<typeof documentJob>;

const document = fields({
  projectId: text,
  category,
  /** Source of the category: a person's choice is never overwritten by the classifier. */
  categoryBy: { type: String, enum: ['nobody', 'classifier', 'person'], required: true },
  title: text,
  description: { type: String },
  fileName: text,
  filePath: text,
  fileSize: number,
  mimeType: text,
  sha256: text,
  uploadedBy: text,
  /** 0 until known. */
  totalPages: number,
  pagesReady: number,
  processingStatus: { type: String, enum: PROCESSING_STATUSES, required: true },
  processingError: text,
  classification: { type: part(classification) },
  job: { type: part(documentJob) },
  /** Of the latest attempt; see `nextFencingToken` of the repository. Absent: none since November 2026. */
  fencingToken: { type: Number },
  /** Start of the latest attempt. Absent: its leftovers are cleaned up; see `processing/left-pictures.ts`. */
  attemptedAt: { type: Date },
  /** The job that the service itself created to read the document; one per document. */
  wordsJob: { type: String },
  /** Deleted by a person: hidden, and kept until `purgeAt` to be restorable. */
  removal: { type: part({ authorId: text, authorName: text, at: moment }) },
  purgeAt: { type: Date },
  /**
   * Latest job event received, with the job's change time: older events, also of other jobs, are ignored. Without the
   * time in rows of earlier versions.
   */
  lastJobEvent: { type: part({ id: text, rev: number, at: { type: Date } }) },
});
export type DocumentRow = RowOf<typeof document>;

/** A word with its box in page pixels. */
export interface StoredWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0 to 1; 1 for a word of the PDF itself. */
  confidence: number;
  /** Degrees clockwise: the nearest of 0, 90 and 270. */
  turned: number;
  /** The exact rotation in whole degrees, -179 to 180; absent: 0. */
  angle?: number | undefined;
  /** Number of the printed line. */
  line?: number | undefined;
}

const pageText = fields({
  _id: text,
  projectId: text,
  documentId: text,
  pageNumber: number,
  /** Distinct tokens, as earlier versions of the service query them. */
  tokens: { type: [String], default: [] },
  /** Ranking data per token; see `search/marks.ts`. Absent in rows of earlier versions. */
  marks: { type: [String], default: undefined },
  /** Version of `marks`; absent in rows of earlier versions. */
  marked: { type: Number },
  /** All tokens in reading order, each between blanks, for phrase search. */
  sequence: text,
  /** Deflated JSON; see `search/page-text-repository.ts`. */
  words: { type: typed<mongo.Binary>(Buffer), required: true },
  updatedAt: moment,
});
/** The words of a page, in a separate collection because they are rarely read. */
export type PageTextRow = ValuesOf<typeof pageText>;

const searchWord = fields({
  _id: text,
  projectId: text,
  token: text,
  ending: text,
  /** Keys for finding misreadings; see `search/near-words.ts`. */
  near: { type: [String], default: [] },
});
export type SearchWordRow = ValuesOf<typeof searchWord>;

const sheetFact = { type: String, enum: SHEET_FACTS, required: true } as const;

/** A fact as read; values in the notation of the page engine's title blocks. */
const factReading = fields({
  fact: sheetFact,
  value: text,
  source: { type: String, enum: FACT_SOURCES, required: true },
  detail: text,
  confidence: number,
});

const factCorrection = fields({
  fact: sheetFact,
  /** Absent: the person marked it as unknown. */
  value: { type: String },
  byId: text,
  /** The name at that time. */
  byName: text,
  at: moment,
  /** The bulk correction it belongs to. */
  correctionId: { type: String },
});
export type FactCorrection = ValuesOf<typeof factCorrection>;

const factChange = fields({
  id: text,
  fact: sheetFact,
  kind: { type: String, enum: FACT_CHANGE_KINDS, required: true },
  /** Displayed value before and after; absent: unknown. */
  from: { type: String },
  to: { type: String },
  byId: text,
  byName: text,
  at: moment,
  correctionId: { type: String },
  before: { type: part(factCorrection) },
});
/** An immutable history entry of a title block, added with its change. */
export type FactChange = ValuesOf<typeof factChange>;

const titleBlock = fields({
  /** Readings of the page itself and of its file name. */
  readings: { type: [part(factReading)], default: [] },
  /** Readings inferred from the other sheets of the volume. */
  volume: { type: [part(factReading)], default: [] },
  /** Corrections by people, at most one per fact. */
  corrections: { type: [part(factCorrection)], default: [] },
  history: { type: [part(factChange)], default: [] },
  /** Last change of the displayed values. */
  updatedAt: moment,
});
const kindChange = fields({
  id: text,
  kind: { type: String, enum: ['corrected', 'reset'], required: true },
  /** Displayed kind before and after; absent: none of the kinds. */
  from: { type: String },
  to: { type: String },
  byId: text,
  byName: text,
  at: moment,
});
/** An immutable history entry of a page's kind, added with its change. */
export type KindChange = ValuesOf<typeof kindChange>;

const kindWord = fields({
  kind: { type: String, enum: [...PAGE_KINDS, 'other'], required: true },
  byId: text,
  byName: text,
  at: moment,
});

const kindSaid = fields({
  /** Kind set by a person; `other`: none of the kinds. Absent: reset. */
  word: { type: part(kindWord) },
  history: { type: [part(kindChange)], default: [] },
});
export type KindSaid = ValuesOf<typeof kindSaid>;

const groundScale = fields({ feetPerPixel: number, byId: text, byName: text, at: moment });

export type StoredTitleBlock = ValuesOf<typeof titleBlock>;

const page = fields({
  documentId: text,
  projectId: text,
  pageNumber: number,
  status: { type: String, enum: PAGE_STATUSES, required: true },
  error: text,
  imagePath: text,
  thumbnailPath: text,
  contentHash: text,
  tileFormat: text,
  width: number,
  height: number,
  dpi: number,
  analyzed: flag,
  /** Detected type; empty until known. The displayed kind is `kindOf` of `page-kinds/kind-of.ts`. */
  pageType: { type: typed<PageType | ''>(String), required: true },
  /** Kind set by people, which always overrides `pageType`. Absent: never set. */
  kindSaid: { type: part(kindSaid) },
  extractedText: { type: String },
  year: { type: Number },
  mapScale: { type: String },
  /** Confidence of the guess, 0 to 1; 0 without one. */
  pageTypeConfidence: number,
  yearConfidence: number,
  mapScaleConfidence: number,
  yearSource: { type: typed<YearSource | 'volume' | 'person' | ''>(String), required: true },
  /** Absent until analyzed; year and scale above are derived from it. */
  titleBlock: { type: part(titleBlock) },
  /** Feet of ground per picture pixel, as measured by a person on this page. */
  groundScale: { type: part(groundScale) },
  /** Page label in the file; absent if it has none. */
  pageTitle: { type: String },
  pageTitleConfidence: number,
  pageTitleSource: { type: typed<PageTitle['source'] | ''>(String), required: true },
  textSource: { type: String, enum: ['pdf', 'ocr', ''], required: true },
  /** Changes with the words in {@link PageTextRow}; empty without any, absent in pages older than the search. */
  wordsDigest: text,
  /** The job that analyzed it last. */
  analyzedBy: text,
  /** The picture has a quarter of `width` and `height`; the full one is pending. */
  preview: flag,
  /** Hash of the preview that the full picture replaced. */
  previewHash: { type: String },
  madeBy: { type: String, enum: ['lifted', 'rendered', ''], required: true },
  /** Whether a lifted picture was compared with the rendered page. */
  audited: flag,
  /** Share of the page covered by pictures, 0 to 1; absent in older pages. */
  pictureShare: { type: Number },
  /** Of the attempt that last reported the picture: reports with a lower one are stale. Absent before November 2026. */
  fencingToken: { type: Number },
});
/** Sizes and boxes in pixels of the full picture. */
export type PageRow = RowOf<typeof page>;

/** `_id` is project and document. */
const uploadIntent = fields({
  _id: text,
  documentId: text,
  projectId: text,
  since: moment,
  /** The latest upload with this id; absent in rows of earlier versions. */
  by: { type: String },
  /** Start of the removal of its files: blocks new uploads with this id until done. */
  removing: { type: Date },
});
export type UploadIntentRow = ValuesOf<typeof uploadIntent>;

export interface DocumentModels {
  documents: Model<DocumentRow>;
  pages: Model<PageRow>;
  pageTexts: Model<PageTextRow>;
  searchWords: Model<SearchWordRow>;
  uploads: Model<UploadIntentRow>;
  photographs: Model<PhotographRow>;
}

/** Covers everything that search ranking needs, so that pages are not read. */
export const MARKS_INDEX = { projectId: 1, marks: 1, documentId: -1, pageNumber: 1 } as const;

export const TITLE_ORDER = { locale: 'en', strength: 2, numericOrdering: true };

export function documentModels(connection: Connection): DocumentModels {
  const documents = rowSchema<DocumentRow>('documents', document);
  documents.index({ projectId: 1, createdAt: -1, _id: -1 });
  documents.index({ projectId: 1, category: 1, createdAt: -1, _id: -1 });
  // sort orders of the list, each usable in both directions
  documents.index({ projectId: 1, title: 1, createdAt: 1, _id: 1 }, { collation: TITLE_ORDER });
  for (const key of ['category', 'fileSize', 'processingStatus', 'totalPages'])
    documents.index({ projectId: 1, [key]: 1, createdAt: 1, _id: 1 });
  // duplicate check by file hash
  documents.index({ projectId: 1, sha256: 1 });
  // sparse: only documents with a job
  documents.index({ 'job.since': 1 }, { sparse: true });
  // sparse: only documents with attempts not cleaned up yet
  documents.index({ attemptedAt: 1 }, { sparse: true });
  documents.index({ totalPages: 1, _id: 1 });
  // partial: only the few restorable documents
  documents.index({ projectId: 1, purgeAt: -1, _id: -1 }, { partialFilterExpression: { purgeAt: { $exists: true } } });
  documents.index({ purgeAt: 1 }, { sparse: true });

  const pages = rowSchema<PageRow>('pages', page);
  pages.index({ documentId: 1, pageNumber: 1 }, { unique: true });
  pages.index({ wordsDigest: 1, status: 1 });

  const pageTexts = strictSchema<PageTextRow>('pageTexts', pageText);
  pageTexts.index({ projectId: 1, tokens: 1 });
  pageTexts.index(MARKS_INDEX);
  pageTexts.index({ marked: 1 });
  pageTexts.index({ documentId: 1, pageNumber: 1 });

  const searchWords = strictSchema<SearchWordRow>('searchWords', searchWord);
  searchWords.index({ projectId: 1, near: 1 });
  searchWords.index({ projectId: 1, ending: 1 });

  const uploads = strictSchema<UploadIntentRow>('uploads', uploadIntent);
  uploads.index({ since: 1 });
  return {
    documents: connection.model<DocumentRow>('documents', documents),
    pages: connection.model<PageRow>('pages', pages),
    pageTexts: connection.model<PageTextRow>('pageTexts', pageTexts),
    searchWords: connection.model<SearchWordRow>('searchWords', searchWords),
    uploads: connection.model<UploadIntentRow>('uploads', uploads),
    photographs: photographModel(connection),
  };
}
