import { moment, number, part, text, typed } from '@symbio/mongo';
import {
  LIEN_SEARCH_ORDERERS,
  LIEN_SEARCH_RESULTS,
  type LienSearchOrderer,
  type LienSearchResult,
} from '@symbio/proto/project/vocabulary';
import type { RecordedRow, RecordedRows } from '../recorded/model.js';

export interface StoredLienSearch extends RecordedRow {
  /** Vendor or person. */
  searchedBy: string;
  /** YYYY-MM-DD. */
  date: string;
  /** 0: not stated. */
  fromYear: number;
  toYear: number;
  orderedBy: LienSearchOrderer;
  result: LienSearchResult;
  /** The liens and limitations. */
  text: string;
  /** Empty: none. */
  documentId: string;
}

const line = { type: String, default: '' };

const lienSearch = {
  ...{ id: text, searchedBy: line, date: text, fromYear: number, toYear: number },
  orderedBy: { type: String, enum: LIEN_SEARCH_ORDERERS, required: true },
  result: { type: String, enum: LIEN_SEARCH_RESULTS, required: true },
  ...{ text: line, documentId: line, byId: text, byName: line, createdAt: moment, updatedAt: moment },
};

export const lienSearchesPart = typed<RecordedRows<StoredLienSearch>>(
  part({
    rows: { type: [part(lienSearch)] },
    history: { type: [part({ ...lienSearch, endedById: text, endedByName: line, endedAt: moment })] },
  }),
);
