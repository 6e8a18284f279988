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
  /** Numbers behind the cells; absent until counted. */
  documentCounts?: DocumentCounts;
  visitCounts?: Count;
  insightCounts?: InsightCounts;
}

/** How many are done, of how many. */
export interface Count {
  done: number;
  total: number;
}

export interface DocumentCounts {
  historic: Count;
  agency: Count;
  userProvided: Count;
  pages: Count;
}

export interface InsightCounts {
  /** Proposals of agents without a decision. */
  toReview: number;
  /** Mentions without a feature. */
  toLink: number;
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

function fillOf({ done, total }: Count): Fill {
  if (total === 0) return 'empty';
  return done === total ? 'full' : 'partial';
}

const pagesFill = (pages: Count): Fill => (pages.done === 0 ? 'empty' : fillOf(pages));

function pagesOf(documents: readonly DocumentFacts[]): Count {
  const total = documents.reduce((sum, { totalPages }) => sum + totalPages, 0);
  const done = documents.reduce((sum, { totalPages, readyPages }) => sum + Math.min(totalPages, readyPages), 0);
  return { done, total };
}

/** The four data bars: each document group, and processed pages. */
export function documentCells(
  documents: readonly DocumentFacts[],
): Pick<Cells, 'dataHistoric' | 'dataAgency' | 'dataUserProvided' | 'dataPages' | 'documentCounts'> {
  const of = (group: CategoryGroup): Count => {
    const found = documents.filter((document) => document.group === group);
    return { done: found.filter(({ settled }) => settled).length, total: found.length };
  };
  const [historic, agency, userProvided] = [of('historic'), of('agency_foa'), of('user_provided')];
  const pages = pagesOf(documents);
  return {
    dataHistoric: fillOf(historic),
    dataAgency: fillOf(agency),
    dataUserProvided: fillOf(userProvided),
    dataPages: pagesFill(pages),
    documentCounts: { historic, agency, userProvided, pages },
  };
}

/** Half when annotated, full when every mention is linked to a feature (PROJ-15). */
export function insightCells(facts: {
  annotations: boolean;
  mentions: boolean;
  /** Mentions without a feature. */
  unassociated: number;
  /** Undecided proposals. */
  undecided: number;
}): Pick<Cells, 'hasAnnotations' | 'insights' | 'insightCounts'> {
  const { annotations, mentions, unassociated, undecided } = facts;
  const full = mentions && unassociated === 0;
  const insights = full ? 'full' : annotations || mentions ? 'half' : 'empty';
  return { hasAnnotations: annotations, insights, insightCounts: { toReview: undecided, toLink: unassociated } };
}

/** A visit with findings is completed (VISIT-04); without access it will not take place (VISIT-03). */
export function visitCells(
  visits: readonly { accessGranted: boolean; findings: string }[],
): Pick<Cells, 'siteRecon' | 'visitCounts'> {
  const accessible = visits.filter(({ accessGranted }) => accessGranted);
  const done = accessible.filter(({ findings }) => findings.trim() !== '').length;
  const visitCounts = { done, total: accessible.length };
  if (visits.length === 0) return { siteRecon: 'none', visitCounts };
  return { siteRecon: done > 0 && done === accessible.length ? 'completed' : 'any', visitCounts };
}
