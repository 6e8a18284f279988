/** Reads what the sources of a project cover. */
import {
  adjoiningMarks,
  coverageCells,
  factsOfDocuments,
  factsOfMarks,
  factsOfSearch,
  type CoverageCell,
  type CoverageFact,
  type CoverageStatement,
} from '@symbio/assessment';
import type { Annotation } from '@symbio/proto/annotation';
import type { Document, Page } from '@symbio/proto/document';
import type { Feature, Mention } from '@symbio/proto/feature';
import type { Coverage, CoverageOverride } from '@symbio/proto/project';
import { isCoverageArea, isCoverageState } from '@symbio/proto/project/vocabulary';
import type { RecordSearch } from '@symbio/proto/records';
import type { CallParent } from '@symbio/rpc';
import pMap from 'p-map';
import type { Clients } from '../clients.js';
import { allDocuments } from './all-documents.js';
import { required } from './json.js';

export type Statement = CoverageStatement & Pick<CoverageOverride, 'note' | 'byName' | 'at'>;

export interface Covered {
  message: Coverage;
  cells: CoverageCell<Statement>[];
}

export type CoverageClients = Pick<Clients, 'annotation' | 'document' | 'feature' | 'project' | 'records'>;

const DOCUMENTS_AT_ONCE = 8;

const statementsOf = ({ overrides }: Coverage): Statement[] =>
  overrides.flatMap(({ area, state, ...rest }) =>
    isCoverageArea(area) && isCoverageState(state) ? [{ ...rest, area, state }] : [],
  );

interface Findings {
  documents: readonly Document[];
  features: readonly Feature[];
  mentions: readonly Mention[];
  /** Newest one. */
  search: RecordSearch | undefined;
  /** If they were already read. */
  marks?: Marks;
}

export interface Marks {
  annotations: readonly Annotation[];
  /** Of documents with a mark of a mention, by id. */
  pages: ReadonlyMap<string, Page>;
}

/** Marks of mentions, and the pages that they are on. @throws AppError NOT_FOUND */
export async function readMarks(
  { annotation, document }: Pick<CoverageClients, 'annotation' | 'document'>,
  projectId: string,
  { documents, mentions }: Pick<Findings, 'documents' | 'mentions'>,
  parent: CallParent,
): Promise<Marks> {
  const ids = [...new Set(mentions.map(({ sourceAnnotationId }) => sourceAnnotationId).filter(Boolean))];
  if (ids.length === 0) return { annotations: [], pages: new Map() };
  const { annotations } = await annotation.listAnnotations({ projectId, ids }, parent);
  const marked = new Set(annotations.map(({ documentId }) => documentId));
  const lists = await pMap(
    documents.filter(({ id }) => marked.has(id)),
    ({ id: documentId }) => document.listPages({ documentId }, parent),
    { concurrency: DOCUMENTS_AT_ONCE },
  );
  return { annotations, pages: new Map(lists.flatMap(({ pages }) => pages).map((page) => [page.id, page])) };
}

/** Undefined before the first search. @throws AppError NOT_FOUND */
export async function newestSearch(
  { records }: Pick<CoverageClients, 'records'>,
  projectId: string,
  parent: CallParent,
): Promise<RecordSearch | undefined> {
  const { searches } = await records.listSearches({ projectId, paging: { page: 1, perPage: 1 } }, parent);
  return searches[0];
}

async function adjoiningFacts(
  clients: CoverageClients,
  projectId: string,
  findings: Findings,
  parent: CallParent,
): Promise<CoverageFact[]> {
  const { documents, features, mentions } = findings;
  const adjoining = new Set(features.filter(({ relation }) => relation?.relation === 'adjoining').map(({ id }) => id));
  if (adjoining.size === 0) return [];
  const about = mentions.filter(({ featureOfInterestId }) => adjoining.has(featureOfInterestId));
  const { annotations, pages } =
    findings.marks ?? (await readMarks(clients, projectId, { documents, mentions: about }, parent));
  const marks = adjoiningMarks({ features, mentions, annotations });
  return factsOfMarks(marks, documents, (pageId) => pages.get(pageId)?.metadata?.year);
}

/** From findings that the caller has already read. @throws AppError NOT_FOUND */
export async function coveredBy(
  clients: CoverageClients,
  projectId: string,
  findings: Findings,
  parent: CallParent,
): Promise<Covered> {
  const [{ coverage }, adjoining] = await Promise.all([
    clients.project.getCoverage({ projectId }, parent),
    adjoiningFacts(clients, projectId, findings, parent),
  ]);
  const message = required(coverage);
  const searchedAt = findings.search?.createdAt;
  const searched = searchedAt ? factsOfSearch(searchedAt.toISOString()) : [];
  const facts = [...factsOfDocuments(findings.documents), ...adjoining, ...searched];
  return { message, cells: coverageCells(facts, statementsOf(message)) };
}

/** @throws AppError NOT_FOUND */
export async function readCovered(
  clients: CoverageClients,
  projectId: string,
  parent: CallParent,
): Promise<Covered & Pick<Findings, 'documents'>> {
  const [documents, { features }, { mentions }, search] = await Promise.all([
    allDocuments(clients, projectId, parent),
    clients.feature.listFeatures({ projectId }, parent),
    clients.feature.listMentions({ projectId }, parent),
    newestSearch(clients, projectId, parent),
  ]);
  const findings = { documents, features, mentions, search };
  return { documents, ...(await coveredBy(clients, projectId, findings, parent)) };
}
