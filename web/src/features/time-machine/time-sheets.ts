import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { api, type ApiCall, type ApiError, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import { pageLabel, pageSubtitle, sheetOf as pictureOf } from '../../evidence/document-pages.js';
import { MAP_CATEGORIES, type ProjectDocument } from '../../evidence/documents-api.js';
import { suggestedPair, partnerOf } from './suggested-pair.js';
import type { TimeSheet } from './time-sheet.js';

const PER_PAGE = 100;

function timeSheet(page: DocumentPage, document: ProjectDocument): TimeSheet | null {
  const sheet = pictureOf(page);
  if (!sheet) return null;
  const year = Number(page.metadata?.year ?? NaN);
  return {
    page,
    sheet,
    documentTitle: document.title,
    year: Number.isInteger(year) ? year : null,
    label: pageLabel(page),
    subtitle: pageSubtitle(page),
  };
}

/** Oldest first, without a year last; page order within a document. */
export function inOrder(sheets: readonly TimeSheet[]): TimeSheet[] {
  return [...sheets].sort(
    (a, b) =>
      (a.year ?? Infinity) - (b.year ?? Infinity) ||
      a.documentTitle.localeCompare(b.documentTitle) ||
      a.page.page_number - b.page.page_number,
  );
}

/** With one requested sheet, its best match; without, the best pair. */
export function chosen(
  sheets: readonly TimeSheet[],
  first: string | null,
  second: string | null,
): [TimeSheet, TimeSheet] | null {
  const find = (id: string | null): TimeSheet | undefined => sheets.find(({ page }) => page.id === id);
  const [one, other] = [find(first), find(second)];
  if (one && other) return [one, other];
  if (one) return [one, partnerOf(one, sheets) ?? one];
  if (other) return [partnerOf(other, sheets) ?? other, other];
  const [only] = sheets;
  return suggestedPair(sheets) ?? (only ? [only, only] : null);
}

const hasSheets = ({ category, pages_ready: ready }: ProjectDocument): boolean =>
  MAP_CATEGORIES.includes(category) && ready > 0;

type Answer = Awaited<ReturnType<BaseQueryFn<ApiCall, unknown, ApiError>>>;

/** @param ask sends a request */
async function sheetsOf(
  document: ProjectDocument,
  ask: (call: ApiCall) => Answer | PromiseLike<Answer>,
): Promise<{ data: TimeSheet[]; error?: undefined } | { data?: undefined; error: ApiError }> {
  const { data, error } = await ask(operation('GET', '/api/documents/{id}/pages', { path: { id: document.id } }));
  if (error) return { error };
  const sheets = (data as Envelope<DocumentPage[]>).data.map((page) => timeSheet(page, document));
  return { data: sheets.filter((sheet) => sheet !== null) };
}

export const timeSheetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Sheets with an image, of maps and aerials, oldest first. */
    getTimeSheets: build.query<TimeSheet[], string>({
      async queryFn(projectId, _api, _options, ask) {
        const documents: ProjectDocument[] = [];
        for (let page = 1, pages = 1; page <= pages; page++) {
          const params = { project_id: projectId, page, per_page: PER_PAGE };
          const answer = await ask(operation('GET', '/api/documents', { query: params }));
          if (answer.error) return { error: answer.error };
          const list = answer.data as Page<ProjectDocument>;
          documents.push(...list.data);
          pages = list.total_pages;
        }
        const answers = await Promise.all(documents.filter(hasSheets).map((document) => sheetsOf(document, ask)));
        const failed = answers.find(({ error }) => error);
        if (failed?.error) return { error: failed.error };
        return { data: inOrder(answers.flatMap(({ data }) => data ?? [])) };
      },
      providesTags: (_sheets, _error, projectId) => [{ type: 'TimeSheets', id: projectId }],
    }),
    /** Empty if the document is of another kind or deleted. */
    getSheetsOfDocument: build.query<TimeSheet[], string>({
      async queryFn(id, _api, _options, ask) {
        const answer = await ask(operation('GET', '/api/documents/{id}', { path: { id } }));
        if (answer.error) return answer.error.status === 404 ? { data: [] } : { error: answer.error };
        const { data: document } = answer.data as Envelope<ProjectDocument>;
        return hasSheets(document) ? sheetsOf(document, ask) : { data: [] };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetTimeSheetsQuery } = timeSheetsApi;
