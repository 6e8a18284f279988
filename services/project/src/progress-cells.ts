import type { CategoryGroup } from '@symbio/proto/document/vocabulary';
import { isPaged } from './document-groups.js';

export type Fill = 'empty' | 'partial' | 'full';

/** Dashboard cells derived from other services and site visits (OP-04). */
export interface Cells {
  hasAnnotations: boolean;
  dataHistoric: Fill;
  dataAgency: Fill;
  dataUserProvided: Fill;
  dataPages: Fill;
  siteRecon: 'none' | 'any' | 'completed';
  insights: 'empty' | 'half' | 'full';
}

/** Cells of an empty project. */
export const NO_CELLS: Cells = {
  hasAnnotations: false,
  dataHistoric: 'empty',
  dataAgency: 'empty',
  dataUserProvided: 'empty',
  dataPages: 'empty',
  siteRecon: 'none',
  insights: 'empty',
};

export interface DocumentFacts {
  group: CategoryGroup;
  settled: boolean;
  /** 0: unknown. */
  totalPages: number;
  readyPages: number;
}

const IN_WORK: ReadonlySet<string> = new Set(['queued', 'processing', 'failed']);
const PAGES_MADE: ReadonlySet<string> = new Set(['pages_ready', 'analysis_complete']);

/**
 * Whether no work is left on a document: its category is certain, processing is neither running nor failed, and pages
 * of maps are ready.
 */
export function isSettled(document: { category: string; processingStatus: string; needsReview: boolean }): boolean {
  if (document.needsReview || IN_WORK.has(document.processingStatus)) return false;
  return !isPaged(document.category) || PAGES_MADE.has(document.processingStatus);
}

function fillOf(documents: readonly DocumentFacts[]): Fill {
  if (documents.length === 0) return 'empty';
  return documents.every(({ settled }) => settled) ? 'full' : 'partial';
}

function pagesFill(documents: readonly DocumentFacts[]): Fill {
  const total = documents.reduce((sum, { totalPages }) => sum + totalPages, 0);
  const ready = documents.reduce((sum, { totalPages, readyPages }) => sum + Math.min(totalPages, readyPages), 0);
  if (ready === 0) return 'empty';
  return ready === total ? 'full' : 'partial';
}

/** The four data bars: each document group, and processed pages. */
export function documentCells(
  documents: readonly DocumentFacts[],
): Pick<Cells, 'dataHistoric' | 'dataAgency' | 'dataUserProvided' | 'dataPages'> {
  const of = (group: CategoryGroup): Fill => fillOf(documents.filter((document) => document.group === group));
  return {
    dataHistoric: of('historic'),
    dataAgency: of('agency_foa'),
    dataUserProvided: of('user_provided'),
    dataPages: pagesFill(documents),
  };
}

/** Half when annotated, full when every mention is linked to a feature (PROJ-15). */
export function insightCells(facts: {
  annotations: boolean;
  mentions: boolean;
  unassociated: boolean;
}): Pick<Cells, 'hasAnnotations' | 'insights'> {
  const { annotations, mentions, unassociated } = facts;
  const full = mentions && !unassociated;
  const insights = full ? 'full' : annotations || mentions ? 'half' : 'empty';
  return { hasAnnotations: annotations, insights };
}

/** A visit with findings is completed (VISIT-04); without access it will not take place (VISIT-03). */
export function visitCells(visits: readonly { accessGranted: boolean; findings: string }[]): Pick<Cells, 'siteRecon'> {
  if (visits.length === 0) return { siteRecon: 'none' };
  const accessible = visits.filter(({ accessGranted }) => accessGranted);
  const completed = accessible.length > 0 && accessible.every(({ findings }) => findings.trim() !== '');
  return { siteRecon: completed ? 'completed' : 'any' };
}
