import type { DocumentPage, Sheet } from '../../evidence/page-records.js';

/** One sheet of the property that can be looked at. */
export interface TimeSheet {
  page: DocumentPage;
  sheet: Sheet;
  documentTitle: string;
  /** null: nobody knows when it was made */
  year: number | null;
  /** `Year 1896`, `Topographic Map (Page 2)` */
  label: string;
  /** `Sheet 12 · Page 3`; empty when the label says it already */
  subtitle: string;
}

/** A sheet among those of all documents: `Year 1896, Sheet 12 · Page 3, Sanborn 1896`. */
export const sheetName = ({ label, subtitle, documentTitle }: TimeSheet, between = ', '): string =>
  [label, subtitle, documentTitle].filter((part) => part !== '').join(between);
