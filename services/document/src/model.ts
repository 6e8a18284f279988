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
  /** Most likely first. */
  alternatives: { type: [part({ category, confidence: number })], required: true },
  classifiedAt: moment,
  /** Suggestion that a later reading of the pages corrected. */
  corrected: { type: part({ category, confidence: number, classifiedAt: moment }) },
});
export type StoredClassification = ValuesOf<typeof classification>;

/** What a person should know about the file. */
const notice = fields({ code: text, message: text });

/** Picture or ZIP of which the PDF was made. */
const original = fields({
  mimeType: text,
  fileSize: number,
  filePath: text,
  /** Of the PDF; `sha256` of the document is that of the file as sent. */
  pdfSha256: text,
});

const documentJob = fields({
  id: text,
  type: text,
  since: moment,
  /** Created by the service; any other job replaces it. */
  automatic: { type: Boolean },
  /** Created by the service as a person would: its outcome is that of the document. */
  own: { type: Boolean },
  /** Absent: all. */
  pageNumbers: { type: [Number], default: undefined },
});
export type DocumentJob = ValuesOf<typeof documentJob>;

const documentFact = fields({
  value: text,
  byId: text,
  byName: text,
  at: moment,
  /** Of the change that set it; also of its corrections of sheets. */
  correctionId: text,
});
const said = fields({ year: { type: part(documentFact) }, provider: { type: part(documentFact) } });
export type SaidFacts = ValuesOf<typeof said>;
export const saidFacts = { type: part(said) } as const;

const document = fields({
  projectId: text,
  category,
  /** A person's choice is never overwritten. */
  categoryBy: { type: String, enum: ['nobody', 'classifier', 'person'], required: true },
  title: text,
  description: { type: String },
  fileName: text,
  filePath: text,
  fileSize: number,
  mimeType: text,
  /** Of the file as sent. */
  sha256: text,
  /** Absent: the file as sent is the PDF, which `fileSize`, `mimeType` and `filePath` describe. */
  original: { type: part(original) },
  /** Absent: the file has not been looked at. */
  notices: { type: [part(notice)], default: undefined },
  /** Names of files attached to the PDF; likewise. */
  attached: { type: [String], default: undefined },
  attachedTo: { type: part({ documentId: text, index: number }) },
  /** Pages of a PDF that was split; `sha256` is that of the PDF. */
  derivedFrom: { type: part({ documentId: text, from: number, to: number, sha256: text }) },
  /** Years for which those pages say that nothing covers the property. */
  noCoverageYears: { type: [Number], default: undefined },
  /** Confirmed split of this PDF, which is hidden from lists and searches. */
  split: { type: part({ id: text, at: moment }) },
  uploadedBy: text,
  /** 0 until known. */
  totalPages: number,
  /** Pages of the file, counted at its classification; absent: not counted. */
  filePages: { type: Number },
  pagesReady: number,
  processingStatus: { type: String, enum: PROCESSING_STATUSES, required: true },
  processingError: text,
  classification: { type: part(classification) },
  /** Properties of the PDF, read at its classification. */
  pdfTitle: { type: String },
  pdfSubject: { type: String },
  /** Provider named by the file's properties or first page. */
  providerRead: { type: String },
  job: { type: part(documentJob) },
  /** Of the latest attempt; see `nextFencingToken` of the repository. Absent without any. */
  fencingToken: { type: Number },
  /** Start of the latest attempt. Absent: cleaned up; see `processing/orphan-picture-sweep.ts`. */
  attemptedAt: { type: Date },
  /** First job that made pages of it: no later change of its category processes it by itself again. */
  pagesJob: { type: String },
  /** The file opens only with a password. */
  needsPassword: { type: Boolean },
  /** Said by people; their readings are derived. */
  said: saidFacts,
  /** Hidden by a person, restorable until `purgeAt`. */
  removal: { type: part({ authorId: text, authorName: text, at: moment }) },
  purgeAt: { type: Date },
  /** Latest job event, with the job's change time: earlier events, also of other jobs, are ignored. */
  lastJobEvent: { type: part({ id: text, rev: number, at: moment }) },
});
export type DocumentRow = RowOf<typeof document>;

/** In page pixels. */
export interface StoredWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0 to 1; 1 for words of the PDF itself. */
  confidence: number;
  /** Degrees clockwise: 0, 90 or 270. */
  turned: number;
  /** Exact rotation in whole degrees, -179 to 180; absent: 0. */
  angle?: number | undefined;
  line?: number | undefined;
}

const pageText = fields({
  _id: text,
  projectId: text,
  documentId: text,
  pageNumber: number,
  /** Distinct. */
  tokens: { type: [String], default: [] },
  /** Ranking data per token (`search/marks.ts`). */
  marks: { type: [String], required: true },
  marked: number,
  /** All tokens in reading order between blanks, for phrases. */
  sequence: text,
  /** Of the picture whose pixels the boxes have; absent in rows from before December 2026. */
  width: { type: Number },
  height: { type: Number },
  /** Deflated JSON (`search/page-text-repository.ts`). */
  words: { type: typed<mongo.Binary>(Buffer), required: true },
  updatedAt: moment,
});
/** Separate from pages because words are rarely read. */
export type PageTextRow = ValuesOf<typeof pageText>;

const searchWord = fields({
  _id: text,
  projectId: text,
  token: text,
  ending: text,
  /** Lookup keys of misreadings (`search/near-words.ts`). */
  near: { type: [String], default: [] },
});
export type SearchWordRow = ValuesOf<typeof searchWord>;

const sheetFact = { type: String, enum: SHEET_FACTS, required: true } as const;

/** Values in the notation of the page engine's title blocks. */
const factReading = fields({
  fact: sheetFact,
  value: text,
  source: { type: String, enum: FACT_SOURCES, required: true },
  detail: text,
  confidence: number,
});

const factCorrection = fields({
  fact: sheetFact,
  /** Absent: marked as unknown. */
  value: { type: String },
  byId: text,
  /** Name at that time. */
  byName: text,
  at: moment,
  correctionId: { type: String },
});
export type FactCorrection = ValuesOf<typeof factCorrection>;

const factChange = fields({
  id: text,
  fact: sheetFact,
  kind: { type: String, enum: FACT_CHANGE_KINDS, required: true },
  /** Displayed before and after; absent: unknown. */
  from: { type: String },
  to: { type: String },
  byId: text,
  byName: text,
  at: moment,
  correctionId: { type: String },
  before: { type: part(factCorrection) },
});
/** Immutable, added with its change. */
export type FactChange = ValuesOf<typeof factChange>;

const titleBlock = fields({
  /** Of the page itself and its file name. */
  readings: { type: [part(factReading)], default: [] },
  /** Inferred from other sheets of the volume. */
  volume: { type: [part(factReading)], default: [] },
  /** By people, at most one per fact. */
  corrections: { type: [part(factCorrection)], default: [] },
  history: { type: [part(factChange)], default: [] },
  /** Of the displayed values. */
  updatedAt: moment,
});
const kindChange = fields({
  id: text,
  kind: { type: String, enum: ['corrected', 'reset'], required: true },
  /** Displayed before and after; absent: none of the kinds. */
  from: { type: String },
  to: { type: String },
  byId: text,
  byName: text,
  at: moment,
});
/** Immutable, added with its change. */
export type KindChange = ValuesOf<typeof kindChange>;

const kindWord = fields({
  kind: { type: String, enum: [...PAGE_KINDS, 'other'], required: true },
  byId: text,
  byName: text,
  at: moment,
});

const kindSaid = fields({
  /** Set by a person; `other`: none of the kinds. Absent: reset. */
  word: { type: part(kindWord) },
  history: { type: [part(kindChange)], default: [] },
});
export type KindSaid = ValuesOf<typeof kindSaid>;

const groundScale = fields({ feetPerPixel: number, byId: text, byName: text, at: moment });

const pictureChange = fields({
  at: moment,
  fromWidth: number,
  fromHeight: number,
  toWidth: number,
  toHeight: number,
});
export type PictureChange = ValuesOf<typeof pictureChange>;

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
  /** As detected; empty until known. See `page-kinds/kind-of.ts`. */
  pageType: { type: typed<PageType | ''>(String), required: true },
  /** Set by people; overrides `pageType`. */
  kindSaid: { type: part(kindSaid) },
  extractedText: { type: String },
  year: { type: Number },
  mapScale: { type: String },
  /** 0 to 1; 0 without a guess. */
  pageTypeConfidence: number,
  yearConfidence: number,
  mapScaleConfidence: number,
  yearSource: { type: typed<YearSource | 'volume' | 'person' | ''>(String), required: true },
  /** Absent until analyzed; year and scale are derived from it. */
  titleBlock: { type: part(titleBlock) },
  /** Per picture pixel, as a person measured it. */
  groundScale: { type: part(groundScale) },
  /** Of a lettered scale bar, as read on the sheet. */
  scaleBarFeetPerPixel: { type: Number },
  /** Of size or shape, oldest first; the latest 20. */
  pictureChanges: { type: [part(pictureChange)], default: undefined },
  /** Label of the page in the file. */
  pageTitle: { type: String },
  pageTitleConfidence: number,
  pageTitleSource: { type: typed<PageTitle['source'] | ''>(String), required: true },
  textSource: { type: String, enum: ['pdf', 'ocr', 'both', ''], required: true },
  /** Changes with the words; empty without any. */
  wordsDigest: text,
  analyzedBy: text,
  /** Only a picture of a quarter of the size exists yet. */
  preview: flag,
  /** Hash of the preview that the full picture replaced. */
  previewHash: { type: String },
  madeBy: { type: String, enum: ['lifted', 'rendered', ''], required: true },
  /** Whether a lifted picture was compared with the rendered page. */
  audited: flag,
  /** Covered by pictures, 0 to 1; absent if not determined. */
  pictureShare: { type: Number },
  /** Of the latest report of a picture: lower ones are stale. Absent without any. */
  fencingToken: { type: Number },
});
/** In pixels of the full picture. */
export type PageRow = RowOf<typeof page>;

/** `_id` is project and document. */
const uploadIntent = fields({
  _id: text,
  documentId: text,
  projectId: text,
  since: moment,
  /** Latest upload with this id; empty before November 2026. */
  by: text,
  /** Start of removing its files, which blocks new uploads with this id. */
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

/** Covers all that ranking needs: pages are not read. */
export const MARKS_INDEX = { projectId: 1, marks: 1, documentId: -1, pageNumber: 1 } as const;

export const TITLE_ORDER = { locale: 'en', strength: 2, numericOrdering: true };

export function documentModels(connection: Connection): DocumentModels {
  const documents = rowSchema<DocumentRow>('documents', document);
  documents.index({ projectId: 1, createdAt: -1, _id: -1 });
  documents.index({ projectId: 1, category: 1, createdAt: -1, _id: -1 });
  // sort orders of the list, in both directions
  documents.index({ projectId: 1, title: 1, createdAt: 1, _id: 1 }, { collation: TITLE_ORDER });
  for (const key of ['category', 'fileSize', 'processingStatus', 'totalPages'])
    documents.index({ projectId: 1, [key]: 1, createdAt: 1, _id: 1 });
  documents.index({ 'attachedTo.documentId': 1 }, { sparse: true });
  // duplicate check
  documents.index({ projectId: 1, sha256: 1 });
  documents.index({ 'job.since': 1 }, { sparse: true });
  // sparse: only those to clean up
  documents.index({ attemptedAt: 1 }, { sparse: true });
  documents.index({ totalPages: 1, _id: 1 });
  // partial: only restorable documents
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
