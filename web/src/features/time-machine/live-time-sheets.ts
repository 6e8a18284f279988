import { original } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useApiDispatch, type ApiThunk } from '../../lib/http/api-thunks.js';
import { useBatchedChanges, type BatchHandler } from '../../lib/live/batched-changes.js';
import { inOrder, timeSheetsApi } from './time-sheets.js';

/** Milliseconds, extended while a read is pending: a document in processing changes with each page. */
const BATCH_MS = 250;
const AFTER_READING_MS = 2_000;

/** Above this number of changed documents all sheets are read once instead. */
const MAX_SINGLE_READS = 12;

const applyChanges =
  (projectId: string, ids: ReadonlySet<string>): ApiThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { getTimeSheets, getSheetsOfDocument } = timeSheetsApi.endpoints;
    /** A pending full read may predate these changes and would overwrite them. */
    const settled = async (): Promise<unknown> =>
      dispatch(timeSheetsApi.util.getRunningQueryThunk('getTimeSheets', projectId));
    const readAgain = () => timeSheetsApi.util.invalidateTags([{ type: 'TimeSheets', id: projectId }]);
    await settled();
    if (!getTimeSheets.select(projectId)(getState()).data || ids.size > MAX_SINGLE_READS) {
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

/** Reads only changed documents: reading the pages of all maps for each processed page would be slow. */
export function useLiveTimeSheets(projectId: string): void {
  const dispatch = useApiDispatch();
  const begin = useCallback(
    (): BatchHandler => ({
      accept: ({ entity, document_id: documentId }) =>
        (entity === 'document' || entity === 'page') && Boolean(documentId),
      apply: async (changes) => {
        await dispatch(applyChanges(projectId, new Set(changes.map(({ document_id: id }) => id ?? ''))));
        return AFTER_READING_MS;
      },
    }),
    [dispatch, projectId],
  );
  useBatchedChanges(BATCH_MS, begin);
}
