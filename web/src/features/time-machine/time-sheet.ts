import type { DocumentPage, Sheet } from '../../evidence/page-records.js';

export interface TimeSheet {
  page: DocumentPage;
  sheet: Sheet;
  documentTitle: string;
  /** null if unknown */
  year: number | null;
  /** `Year 1896`, `Topographic Map (Page 2)` */
  label: string;
  /** `Sheet 12 · Page 3`; empty if the label contains it */
  subtitle: string;
}

/** Unique among all documents: `Year 1896, Sheet 12 · Page 3, Sanborn 1896`. */
export const sheetName = ({ label, subtitle, documentTitle }: TimeSheet, between = ', '): string =>
  [label, subtitle, documentTitle].filter((part) => part !== '').join(between);
