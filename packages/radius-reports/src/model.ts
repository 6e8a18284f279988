/** In the units of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ReportWord extends Box {
  text: string;
}

export interface ReportPage {
  /** From 1. */
  number: number;
  words: readonly ReportWord[];
}

/** One site as a table of the report lists it. */
export interface ReportRow {
  /** Of the vendor's map; empty if not read. */
  mapId: string;
  name: string;
  /** Street, or the whole cell if the city could not be separated. */
  address: string;
  city: string;
  state: string;
  zip: string;
  /** Names of lists as the vendor writes them. */
  lists: string[];
  /** From the property; absent for orphans, and if not read. */
  feet?: number;
  /** N, NNE, NE and so on; empty on the property. */
  direction: string;
  /** As given, such as "Higher" or "-12". */
  elevation: string;
  status: string;
  ids: string[];
  page: number;
  box: Box;
  /** Sentences. */
  doubts: string[];
}

/** How many rows of a list the report says that it has. */
export interface ListTotal {
  list: string;
  total: number;
  page: number;
  box: Box;
}

export interface ListDifference {
  list: string;
  /** Absent if the summary does not name the list. */
  said?: number;
  read: number;
  /** Of the summary, or of the first row of the list. */
  page: number;
  sentence: string;
}

/** Date of the agency's edition, as written. */
export interface ListDate {
  list: string;
  date: string;
  page: number;
}

/** Whether the summary has as many rows of each list; `none`: the report has no summary. */
export type TotalsCheck = 'agree' | 'differ' | 'none';

export interface RadiusReport {
  /** Empty for an unknown one. */
  vendor: string;
  rows: ReportRow[];
  /** Without a place on the vendor's map. */
  orphans: ReportRow[];
  totals: ListTotal[];
  check: TotalsCheck;
  differences: ListDifference[];
  dates: ListDate[];
  /** About the report as a whole. */
  doubts: string[];
  /** Pages with a table that was read. */
  pages: number[];
}
