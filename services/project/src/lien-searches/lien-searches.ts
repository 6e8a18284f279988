/** Searches for environmental liens and use limitations, recorded by people (40 CFR 312.25). */
import { isCalendarDate, isId, notFound, refuseFields } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { MAX_LIEN_SEARCH_TEXT, MAX_LIEN_SEARCHER, MAX_LIEN_SEARCHES } from '@symbio/proto/limits';
import type {
  CreateLienSearchRequest,
  LienSearch,
  LienSearchValues,
  UpdateLienSearchRequest,
} from '@symbio/proto/project';
import {
  isLienSearchOrderer,
  isLienSearchResult,
  LIEN_SEARCH_ORDERERS,
  LIEN_SEARCH_RESULTS,
} from '@symbio/proto/project/vocabulary';
import type { RecordedRow } from '../recorded/model.js';
import { createRecordedRows, type RecordedDeps } from '../recorded/recorded-rows.js';
import { isYear, YEARS } from '../recorded/years.js';
import type { StoredLienSearch } from './model.js';

type Checked = Omit<StoredLienSearch, keyof RecordedRow>;

/** @throws AppError INVALID_ARGUMENT, NOT_FOUND for a document of another project */
function checked(given: LienSearchValues | undefined, isOwnDocument: boolean): Checked {
  const { date = '', fromYear = 0, toYear = 0, orderedBy = '', result = '', documentId = '' } = given ?? {};
  const [searchedBy, text] = [given?.searchedBy.trim() ?? '', given?.text.trim() ?? ''];
  const isEnd = toYear === 0 || (isYear(toYear) && toYear >= fromYear);
  refuseFields({
    ...(searchedBy === '' ? { searched_by: 'Name the vendor or person who searched.' } : {}),
    ...([...searchedBy].length > MAX_LIEN_SEARCHER
      ? { searched_by: `The name must have at most ${MAX_LIEN_SEARCHER} characters.` }
      : {}),
    ...(isCalendarDate(date) ? {} : { date: 'The date must be in the form YYYY-MM-DD.' }),
    ...(fromYear === 0 || isYear(fromYear) ? {} : { from: `from must be a year from ${YEARS}` }),
    ...(isEnd ? {} : { to: 'to must be a year, not before from' }),
    ...(isLienSearchOrderer(orderedBy)
      ? {}
      : { ordered_by: `ordered_by must be one of ${LIEN_SEARCH_ORDERERS.join(', ')}` }),
    ...(isLienSearchResult(result) ? {} : { result: `result must be one of ${LIEN_SEARCH_RESULTS.join(', ')}` }),
    ...(result === 'found' && text === '' ? { text: 'Write which liens or limitations were found.' } : {}),
    ...([...text].length > MAX_LIEN_SEARCH_TEXT
      ? { text: `The text must have at most ${MAX_LIEN_SEARCH_TEXT} characters.` }
      : {}),
    ...(documentId === '' || isId(documentId) ? {} : { document_id: 'document_id must be a UUID' }),
  });
  if (documentId !== '' && !isOwnDocument) throw notFound('Document', 'document_id');
  return {
    ...{ searchedBy, date, fromYear, toYear, text, documentId },
    orderedBy: isLienSearchOrderer(orderedBy) ? orderedBy : 'user',
    result: isLienSearchResult(result) ? result : 'none',
  };
}

export function createLienSearches(deps: RecordedDeps) {
  const recorded = createRecordedRows<StoredLienSearch>(
    deps,
    {
      ...{ name: 'lien search', names: 'lien searches', article: 'A', action: 'change the lien searches' },
      ...{ most: MAX_LIEN_SEARCHES, tooMany: 'too_many_lien_searches' },
      fields: ['searchedBy', 'date', 'fromYear', 'toYear', 'orderedBy', 'result', 'text', 'documentId'],
      field: 'lienSearches',
      of: ({ lienSearches }) => lienSearches,
      stored: (lienSearches) => ({ lienSearches }),
    },
    (content, record) => ({ ...content, ...record }),
  );
  return {
    /** Oldest first. @throws AppError NOT_FOUND */
    async list(projectId: string, context: CallContext): Promise<LienSearch[]> {
      return (await recorded.list(projectId, context)).map((row) => ({ projectId, ...row }));
    },

    /** Idempotent by id. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION */
    async create(
      { values, documentProjectId, ...request }: CreateLienSearchRequest,
      context: CallContext,
    ): Promise<LienSearch> {
      const { projectId } = request;
      const content = () => checked(values, documentProjectId === projectId);
      return { projectId, ...(await recorded.create(request, content, context)) };
    },

    /** Unchanged values publish nothing. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED */
    async update(
      { values, documentProjectId, ...request }: UpdateLienSearchRequest,
      context: CallContext,
    ): Promise<LienSearch> {
      const content = (projectId: string) => checked(values, documentProjectId === projectId);
      const { projectId, row } = await recorded.update(request, content, context);
      return { projectId, ...row };
    },

    /** @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    remove: (id: string, context: CallContext): Promise<void> => recorded.remove(id, context),
  };
}

export type LienSearches = ReturnType<typeof createLienSearches>;
