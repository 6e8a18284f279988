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
} from '@symbio/kit';
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

/** What the classifier said (OP-18). */
const classification = fields({
  suggestedCategory: category,
  /** 0 to 1. */
  confidence: number,
  reasoning: text,
  /** The runners-up, most likely first; absent in what was classified before they were kept. */
  alternatives: { type: [part({ category, confidence: number })], default: undefined },
  classifiedAt: moment,
});

const documentJob = fields({
  id: text,
  type: text,
  since: moment,
  /** Nobody asked for it: the document can be used while it waits and runs, and any other job takes its place. */
  automatic: { type: Boolean },
  /** The job after which it was made. */
  follows: { type: String },
  /** Numbers of the pages that were asked for alone. Absent: all. */
  pageNumbers: { type: [Number], default: undefined },
});
/** The job that works on a document. */
export type DocumentJob = ValuesOf<typeof documentJob>;

const document = fields({
  projectId: text,
  category,
  /** Whose word the category is: a person's is never overwritten by the classifier. */
  categoryBy: { type: String, enum: ['nobody', 'classifier', 'person'], required: true },
  title: text,
  description: { type: String },
  fileName: text,
  filePath: text,
  /** Bytes. */
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
  /** Of the attempt that began last; see `nextFencingToken` of the repository. Absent: none since November 2026. */
  fencingToken: { type: Number },
  /** When it began. Absent: what attempts may have left was looked for since; see `processing/left-pictures.ts`. */
  attemptedAt: { type: Date },
  /** The job that the service itself made to have the document read; one a document. */
  wordsJob: { type: String },
  /** A person deleted it: nobody sees it, and it is kept until `purgeAt` so that it can be restored. */
  removal: { type: part({ authorId: text, authorName: text, at: moment }) },
  purgeAt: { type: Date },
  /**
   * The newest event of a job of it that was received, by when the job changed: older ones that come again are ignored, those
   * of other jobs, too. Without the moment in rows of earlier versions.
   */
  lastJobEvent: { type: part({ id: text, rev: number, at: { type: Date } }) },
});
/** A document as stored. */
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
  /** Degrees clockwise, the nearest of 0, 90 and 270. */
  turned: number;
  /** The same in whole degrees, -179 to 180; absent: 0. */
  angle?: number | undefined;
  /** Words of one printed line have the same number. */
  line?: number | undefined;
}

const pageText = fields({
  /** The page's. */
  _id: text,
  projectId: text,
  documentId: text,
  pageNumber: number,
  /** Each token once: what earlier versions of the service look up. */
  tokens: { type: [String], default: [] },
  /** What the search ranks each token by; see `search/marks.ts`. Absent in rows of earlier versions. */
  marks: { type: [String], default: undefined },
  /** The making of `marks`; absent in rows of earlier versions. */
  marked: { type: Number },
  /** All tokens in reading order with a blank around each: where phrases are found. */
  sequence: text,
  /** Deflated JSON; see `search/page-text-repository.ts`. */
  words: { type: typed<mongo.Binary>(Buffer), required: true },
  updatedAt: moment,
});
/** The words of a page, beside it because hardly anybody reads them. */
export type PageTextRow = ValuesOf<typeof pageText>;

const searchWord = fields({
  /** Project and token. */
  _id: text,
  projectId: text,
  token: text,
  /** The token from its end to its beginning. */
  ending: text,
  /** What misreadings of it are found by; see `search/near-words.ts`. */
  near: { type: [String], default: [] },
});
/** A word that pages of a project hold. */
export type SearchWordRow = ValuesOf<typeof searchWord>;

const sheetFact = { type: String, enum: SHEET_FACTS, required: true } as const;

/** What was read of a fact; values in the notation of the page engine's title blocks. */
const factReading = fields({
  fact: sheetFact,
  value: text,
  source: { type: String, enum: FACT_SOURCES, required: true },
  detail: text,
  /** 0 to 1. */
  confidence: number,
});

const factCorrection = fields({
  fact: sheetFact,
  /** Absent: the person says that it is not known. */
  value: { type: String },
  byId: text,
  /** As it was then. */
  byName: text,
  at: moment,
  /** The correction of several sheets that it came with. */
  correctionId: { type: String },
});
/** A person's word on a fact. */
export type FactCorrection = ValuesOf<typeof factCorrection>;

const factChange = fields({
  id: text,
  fact: sheetFact,
  kind: { type: String, enum: FACT_CHANGE_KINDS, required: true },
  /** What people saw before and after; absent: not known. */
  from: { type: String },
  to: { type: String },
  byId: text,
  byName: text,
  at: moment,
  correctionId: { type: String },
  /** The person's word that held before. */
  before: { type: part(factCorrection) },
});
/** An entry of the history of a title block: added with its change, and never changed. */
export type FactChange = ValuesOf<typeof factChange>;

const titleBlock = fields({
  /** What the page itself and its names say. */
  readings: { type: [part(factReading)], default: [] },
  /** What the other sheets of the volume say of it. */
  volume: { type: [part(factReading)], default: [] },
  /** What people say; a fact once. */
  corrections: { type: [part(factCorrection)], default: [] },
  /** Oldest first. */
  history: { type: [part(factChange)], default: [] },
  /** When what people see of it changed last. */
  updatedAt: moment,
});
const kindChange = fields({
  id: text,
  kind: { type: String, enum: ['corrected', 'reset'], required: true },
  /** What the page was shown as before and after; absent: none of the kinds. */
  from: { type: String },
  to: { type: String },
  byId: text,
  byName: text,
  at: moment,
});
/** An entry of the history of a page's kind: added with its change, and never changed. */
export type KindChange = ValuesOf<typeof kindChange>;

const kindWord = fields({
  kind: { type: String, enum: [...PAGE_KINDS, 'other'], required: true },
  byId: text,
  byName: text,
  at: moment,
});

const kindSaid = fields({
  /** What a person says that the page is; `other`: none of the kinds. Absent: that was taken back. */
  word: { type: part(kindWord) },
  /** Oldest first. */
  history: { type: [part(kindChange)], default: [] },
});
/** What people said of the kind of a page. */
export type KindSaid = ValuesOf<typeof kindSaid>;

const groundScale = fields({ feetPerPixel: number, byId: text, byName: text, at: moment });

export type StoredTitleBlock = ValuesOf<typeof titleBlock>;

const page = fields({
  documentId: text,
  projectId: text,
  pageNumber: number,
  status: { type: String, enum: PAGE_STATUSES, required: true },
  /** Why there is no picture, a sentence. */
  error: text,
  imagePath: text,
  thumbnailPath: text,
  contentHash: text,
  tileFormat: text,
  width: number,
  height: number,
  dpi: number,
  /** Looked at for text, year and type. */
  analyzed: flag,
  /** What the page was taken for; empty until known. What people see is `kindOf` of `page-kinds/kind-of.ts`. */
  pageType: { type: typed<PageType | ''>(String), required: true },
  /** What people said that it is, which stands before `pageType` whatever is read later. Absent: nobody has. */
  kindSaid: { type: part(kindSaid) },
  extractedText: { type: String },
  year: { type: Number },
  mapScale: { type: String },
  /** How sure each guess is, 0 to 1; 0 without one. */
  pageTypeConfidence: number,
  yearConfidence: number,
  mapScaleConfidence: number,
  yearSource: { type: typed<YearSource | 'volume' | 'person' | ''>(String), required: true },
  /** Absent until the page was looked at; year and scale above are what it says of them. */
  titleBlock: { type: part(titleBlock) },
  /** Feet of ground a pixel of the picture, as a person measured it on this page. */
  groundScale: { type: part(groundScale) },
  /** What the file calls the page; left out when it has no name for it. */
  pageTitle: { type: String },
  pageTitleConfidence: number,
  pageTitleSource: { type: typed<PageTitle['source'] | ''>(String), required: true },
  /** Where the words are from. */
  textSource: { type: String, enum: ['pdf', 'ocr', ''], required: true },
  /** Changes with the words in {@link PageTextRow}; empty without any, absent in pages older than the search. */
  wordsDigest: text,
  /** The job that looked at it last. */
  analyzedBy: text,
  /** The picture has a quarter of `width` and `height`; the full one is being made. */
  preview: flag,
  /** Hash of the preview that the picture in full has taken the place of. */
  previewHash: { type: String },
  /** How the picture was made; empty without one. */
  madeBy: { type: String, enum: ['lifted', 'rendered', ''], required: true },
  /** Whether a lifted picture was compared with the page as it is drawn. */
  audited: flag,
  /** Share of the page that is covered by pictures, 0 to 1; absent in pages that were made before it was kept. */
  pictureShare: { type: Number },
  /** Of the attempt that told last of its picture: those with a lower one come too late. Absent before November 2026. */
  fencingToken: { type: Number },
});
/** A page as stored. Sizes and boxes in pixels of the full picture. */
export type PageRow = RowOf<typeof page>;

/** `_id` is project and document. */
const uploadIntent = fields({
  _id: text,
  documentId: text,
  projectId: text,
  since: moment,
  /** The upload that began last under this id; rows of earlier versions have none. */
  by: { type: String },
  /** Since when its files are being removed: until that is done no other upload begins under this id. */
  removing: { type: Date },
});
/** An upload whose end is not known yet. */
export type UploadIntentRow = ValuesOf<typeof uploadIntent>;

export interface DocumentModels {
  documents: Model<DocumentRow>;
  pages: Model<PageRow>;
  pageTexts: Model<PageTextRow>;
  searchWords: Model<SearchWordRow>;
  uploads: Model<UploadIntentRow>;
  photographs: Model<PhotographRow>;
}

/** All that a search ranks pages by is in this index: it is read without the pages. */
export const MARKS_INDEX = { projectId: 1, marks: 1, documentId: -1, pageNumber: 1 } as const;

/** How titles are sorted. */
export const TITLE_ORDER = { locale: 'en', strength: 2, numericOrdering: true };

/** Models of the service's collections. */
export function documentModels(connection: Connection): DocumentModels {
  const documents = rowSchema<DocumentRow>('documents', document);
  documents.index({ projectId: 1, createdAt: -1, _id: -1 });
  documents.index({ projectId: 1, category: 1, createdAt: -1, _id: -1 });
  // the orders of the list, each usable in both directions
  documents.index({ projectId: 1, title: 1, createdAt: 1, _id: 1 }, { collation: TITLE_ORDER });
  for (const key of ['category', 'fileSize', 'processingStatus', 'totalPages'])
    documents.index({ projectId: 1, [key]: 1, createdAt: 1, _id: 1 });
  // whether a file is there already
  documents.index({ projectId: 1, sha256: 1 });
  // only those that have a job are in it
  documents.index({ 'job.since': 1 }, { sparse: true });
  // only those that an attempt began with since they were looked through
  documents.index({ attemptedAt: 1 }, { sparse: true });
  documents.index({ totalPages: 1, _id: 1 });
  // deleted ones that can be restored, which are few
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
