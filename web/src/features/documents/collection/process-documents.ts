import { useCallback, useState } from 'react';
import { errorMessage } from '../../../lib/errors.js';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import type { ApiDispatch } from '../../../lib/api-thunks.js';
import { notify } from '../../../lib/toasts.js';
import { documentsApi, PROCESSABLE_CATEGORIES } from '../../../evidence/documents-api.js';
import type { ProcessJobType, ProjectDocument } from '../../../evidence/documents-api.js';

/** The sentence of an answer that arrived but says no (ERR-09); null when it says yes. */
function failureOf(answer: { success: boolean; error: string | null } | undefined): string | null {
  if (answer?.success) return null;
  return answer?.error ? answer.error : 'Unknown error occurred.';
}

/** Starts a job on a document; answers its id, or why there is none. */
export async function startProcessing(
  dispatch: ApiDispatch,
  { id, project_id: projectId }: Pick<ProjectDocument, 'id' | 'project_id'>,
  jobType: ProcessJobType = 'document-specific',
): Promise<{ jobId: string } | { failure: string }> {
  const call = documentsApi.endpoints.processDocument.initiate({ documentId: id, projectId, jobType });
  const { data, error } = await dispatch(call);
  const failure = error ? errorMessage(error, 'Unknown error occurred.') : failureOf(data);
  return failure === null ? { jobId: data?.jobId ?? '' } : { failure };
}

/** Whether a document is a map whose sheets nobody has had made yet: what is to be done with it next. */
export const awaitsProcessing = ({
  category,
  processing_status: status,
  active_job: job,
}: Pick<ProjectDocument, 'category' | 'processing_status' | 'active_job'>): boolean =>
  PROCESSABLE_CATEGORIES.includes(category) && (status === 'uploaded' || status === 'classified') && !job;

/** Calls at a time: a hundred documents neither wait for each other nor take all of the server. */
const AT_A_TIME = 4;

/** Runs a step for each of several; answers those for which it failed, with the reasons. */
export async function forEachOf<T>(
  items: readonly T[],
  step: (item: T) => Promise<string | null>,
): Promise<{ item: T; failure: string }[]> {
  const failures: { item: T; failure: string }[] = [];
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      const failure = await step(item);
      if (failure !== null) failures.push({ item, failure });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failures;
}

export const count = (documents: number): string => `${documents} ${documents === 1 ? 'document' : 'documents'}`;

/** Says what became of several documents: how many it was done to, and why not to the others. */
export function tellOutcome(
  done: string,
  total: number,
  failures: readonly { item: Pick<ProjectDocument, 'title'>; failure: string }[],
): void {
  const description = failures.map(({ item, failure }) => `${item.title}: ${failure}`).join('\n');
  if (failures.length === 0) notify({ type: 'success', title: `${count(total)} ${done}` });
  else
    notify({
      type: failures.length === total ? 'error' : 'warning',
      title: `${count(total - failures.length)} ${done}, ${failures.length} not`,
      description,
    });
}

/** Documents that are read in one go when all maps are processed. */
const BATCH = 100;

/** Has documents processed, some or all maps that are not yet; and whether that is under way. */
export function useProcessing(projectId: string) {
  const dispatch = useApiDispatch();
  const [isBusy, setBusy] = useState(false);

  const process = useCallback(
    async (documents: readonly ProjectDocument[]): Promise<void> => {
      setBusy(true);
      const failures = await forEachOf(documents, async (document) => {
        const started = await startProcessing(dispatch, document);
        return 'failure' in started ? started.failure : null;
      });
      setBusy(false);
      const [document] = documents;
      if (documents.length === 1 && failures.length === 0 && document)
        notify({ type: 'success', title: 'Document Processing Started', description: document.title });
      else if (documents.length === 1)
        notify({ type: 'error', title: 'Processing Failed', description: failures[0]?.failure ?? '' });
      else tellOutcome('queued for processing', documents.length, failures);
    },
    [dispatch],
  );

  /** All maps of the project that are not processed yet, also those on other pages of the table. */
  const processAll = useCallback(async (): Promise<void> => {
    setBusy(true);
    const all: ProjectDocument[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const filters = { projectId, toProcess: true, page, perPage: BATCH } as const;
      const call = documentsApi.endpoints.getDocuments.initiate(filters, { forceRefetch: true, subscribe: false });
      const { data, error } = await dispatch(call);
      if (!data) {
        setBusy(false);
        notify({ type: 'error', title: 'Processing Failed', description: errorMessage(error, '') });
        return;
      }
      all.push(...data.data);
      pages = data.total_pages;
    }
    await process(all);
  }, [dispatch, process, projectId]);

  return { isBusy, process, processAll };
}
