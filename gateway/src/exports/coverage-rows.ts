/** What the sources of a project cover, gaps, interviews, lien searches and answers, as rows of an export. */
import { USER_QUESTIONNAIRE } from '@symbio/assessment';
import { COVERAGE_SOURCE_LABELS } from '@symbio/proto/labels';
import { isCoverageSource } from '@symbio/proto/document/vocabulary';
import type { CallParent } from '@symbio/rpc';
import { allDocuments } from '../present/all-documents.js';
import { readCovered, type CoverageClients } from '../present/covered.js';
import { required } from '../present/json.js';
import { presentInterview } from '../present/interviews.js';
import { presentLienSearch } from '../present/lien-searches.js';
import { presentUserAnswers } from '../present/questionnaires.js';
import type { ExportRow } from './export-row.js';

export const COVERAGE_COLUMNS = [
  ...['source', 'source_label', 'area', 'decade', 'state', 'years', 'no_coverage_years', 'documents'],
  ...['stated_by', 'note'],
] as const;

export const GAP_COLUMNS = [
  ...['id', 'kind', 'from', 'to', 'area', 'source', 'source_label', 'tried', 'significant', 'reason', 'effect'],
  ...['author', 'created_at', 'updated_at'],
] as const;

export const LIEN_SEARCH_COLUMNS = [
  ...['id', 'searched_by', 'date', 'from', 'to', 'ordered_by', 'result', 'text', 'document', 'author'],
  ...['created_at', 'updated_at'],
] as const;

export const INTERVIEW_COLUMNS = [
  ...['id', 'role', 'person', 'date', 'method', 'answered', 'text', 'author', 'created_at', 'updated_at'],
] as const;

export const USER_ANSWER_COLUMNS = [
  ...['id', 'name', 'date', 'method', 'question', 'question_text', 'answer', 'text', 'author', 'created_at'],
] as const;

const joined = (values: readonly (string | number)[]): string | null => values.join('; ') || null;
const sourceLabel = (source: string): string => (isCoverageSource(source) ? COVERAGE_SOURCE_LABELS[source] : source);

/** Cells by source, area and decade. @throws AppError NOT_FOUND */
export async function coverageRows(
  clients: CoverageClients,
  projectId: string,
  parent: CallParent,
): Promise<ExportRow[]> {
  const { cells, documents } = await readCovered(clients, projectId, parent);
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  return cells.map(({ source, area, decade, state, years, noCoverageYears, documentIds, statement }) => ({
    id: [source, area, decade].join('-'),
    place: undefined,
    values: {
      ...{ source, source_label: sourceLabel(source), area, decade, state },
      ...{ years: joined(years), no_coverage_years: joined(noCoverageYears) },
      documents: joined(documentIds.map((id) => titles.get(id) ?? id)),
      ...{ stated_by: statement?.byName ?? null, note: statement?.note ?? null },
    },
  }));
}

/** Oldest first. @throws AppError NOT_FOUND */
export async function gapRows(
  { project }: Pick<CoverageClients, 'project'>,
  projectId: string,
  parent: CallParent,
): Promise<ExportRow[]> {
  const { gaps } = required((await project.getCoverage({ projectId }, parent)).coverage);
  return gaps.map((gap) => ({
    id: gap.id,
    place: undefined,
    values: {
      ...{ id: gap.id, kind: gap.kind, from: gap.fromYear || null, to: gap.toYear || null, area: gap.area || null },
      ...{ source: gap.source || null, source_label: gap.source === '' ? null : sourceLabel(gap.source) },
      ...{ tried: gap.tried || null, reason: gap.reason || null, effect: gap.effect || null },
      significant: gap.significant === undefined ? null : gap.significant ? 'yes' : 'no',
      author: gap.byName,
      created_at: gap.createdAt?.toISOString() ?? null,
      updated_at: gap.updatedAt?.toISOString() ?? null,
    },
  }));
}

/** With attempts, oldest first. @throws AppError NOT_FOUND */
export async function interviewRows(
  { project }: Pick<CoverageClients, 'project'>,
  projectId: string,
  parent: CallParent,
): Promise<ExportRow[]> {
  const { interviews } = await project.listInterviews({ projectId }, parent);
  return interviews.map(presentInterview).map(({ project_id: _, text, by_name: author, answered, ...interview }) => ({
    id: interview.id,
    place: undefined,
    values: { ...interview, answered: answered ? 'yes' : 'no', text: text || null, author },
  }));
}

/** A row for each answer, oldest first. @throws AppError NOT_FOUND */
export async function userAnswerRows(
  { project }: Pick<CoverageClients, 'project'>,
  projectId: string,
  parent: CallParent,
): Promise<ExportRow[]> {
  const { answers: sets } = required((await project.getQuestionnaire({ projectId }, parent)).questionnaire);
  return sets.map(presentUserAnswers).flatMap(({ id, name, date, method, answers, by_name: author, created_at: at }) =>
    answers.map(({ question, answer, text }) => ({
      id: `${id}-${question}`,
      place: undefined,
      values: {
        ...{ id, name, date, method, question, answer, text: text || null, author, created_at: at },
        question_text: USER_QUESTIONNAIRE.find((one) => one.id === question)?.text ?? question,
      },
    })),
  );
}

/** Oldest first. @throws AppError NOT_FOUND */
export async function lienSearchRows(
  clients: Pick<CoverageClients, 'project' | 'document'>,
  projectId: string,
  parent: CallParent,
): Promise<ExportRow[]> {
  const [{ lienSearches }, documents] = await Promise.all([
    clients.project.listLienSearches({ projectId }, parent),
    allDocuments(clients, projectId, parent),
  ]);
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  return lienSearches.map(presentLienSearch).map(({ document_id: documentId, text, by_name: author, ...search }) => ({
    id: search.id,
    place: undefined,
    values: {
      ...{ id: search.id, searched_by: search.searched_by, date: search.date, from: search.from, to: search.to },
      ...{ ordered_by: search.ordered_by, result: search.result, text: text || null, author },
      document: documentId && (titles.get(documentId) ?? documentId),
      ...{ created_at: search.created_at, updated_at: search.updated_at },
    },
  }));
}
