import { original } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useApiDispatch, type ApiThunk } from '../../lib/api-thunks.js';
import { useGatheredChanges, type Gathering } from '../../lib/gathered-changes.js';
import { inOrder, timeSheetsApi } from './time-sheets.js';

/** Changes are gathered for so long, and for longer after a reading: a document that is processed changes with each page. Milliseconds. */
const GATHER_MS = 250;
const AFTER_READING_MS = 2_000;

/** Of more changed documents than this the sheets are not read one by one: those of the project are read once. */
const MOST_SINGLE_READS = 12;

/** Reads the sheets of documents that changed, and puts them in the place of what was known of them. */
const applyChanges =
  (projectId: string, ids: ReadonlySet<string>): ApiThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { getTimeSheets, getSheetsOfDocument } = timeSheetsApi.endpoints;
    /** A reading of all that is under way may know nothing of these changes, and would be laid over them. */
    const settled = async (): Promise<unknown> =>
      dispatch(timeSheetsApi.util.getRunningQueryThunk('getTimeSheets', projectId));
    const readAgain = () => timeSheetsApi.util.invalidateTags([{ type: 'TimeSheets', id: projectId }]);
    await settled();
    if (!getTimeSheets.select(projectId)(getState()).data || ids.size > MOST_SINGLE_READS) {
      dispatch(readAgain());
      return;
    }
    const asked = { subscribe: false, forceRefetch: true };
    const answers = await Promise.all([...ids].map(async (id) => dispatch(getSheetsOfDocument.initiate(id, asked))));
    if (answers.some(({ data }) => !data)) {
      dispatch(readAgain());
      return;
    }
    const read = answers.flatMap(({ data }) => data ?? []);
    await settled();
    dispatch(
      timeSheetsApi.util.updateQueryData('getTimeSheets', projectId, (sheets) => {
        const others = (original(sheets) ?? sheets).filter(({ page }) => !ids.has(page.document_id));
        return inOrder([...others, ...read]);
      }),
    );
  };

/**
 * Keeps the sheets of a project true while they are on screen: of documents that change, as one that is processed does with each
 * page, those sheets alone are read. Reading the pages of all maps again for each page that a worker has made would be felt.
 */
export function useLiveTimeSheets(projectId: string): void {
  const dispatch = useApiDispatch();
  const begin = useCallback(
    (): Gathering => ({
      accept: ({ entity, document_id: documentId }) =>
        (entity === 'document' || entity === 'page') && Boolean(documentId),
      apply: async (changes) => {
        await dispatch(applyChanges(projectId, new Set(changes.map(({ document_id: id }) => id ?? ''))));
        return AFTER_READING_MS;
      },
    }),
    [dispatch, projectId],
  );
  useGatheredChanges(GATHER_MS, begin);
}
