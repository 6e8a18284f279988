import type { DocumentPage } from '../../../../evidence/page-records.js';
import { offerUndo, undoEach } from '../../../../lib/edits/undo.js';
import { useApiDispatch } from '../../../../lib/http/api-thunks.js';
import { settleEach } from '../../../../lib/http/bulk.js';
import { changeRefusal, isApiError } from '../../../../lib/http/errors.js';
import { notify } from '../../../../lib/ui/toasts.js';
import { countText } from '../../../../lib/ui/formats.js';
import { titleBlockApi } from './title-block-api.js';
import type { FactInAnswer, PageTitleBlock } from './title-block-records.js';

const { correctTitleBlock, getTitleBlock } = titleBlockApi.endpoints;

type Year = FactInAnswer | undefined;

interface YearChange {
  page: DocumentPage;
  before: Year;
  /** `updated_at` after the change. */
  changed: string | null;
}

const isStale = (error: unknown): boolean => isApiError(error) && error.code === 'stale';
const correctedYear = (year: Year) => (year?.corrected ? year.value : undefined);

export function useSeveralYears(documentId: string) {
  const dispatch = useApiDispatch();
  /** @param value undefined resets to the recognized year */
  const put = (
    pageId: string,
    value: string | number | null | undefined,
    seen: string | null,
  ): Promise<PageTitleBlock> =>
    dispatch(correctTitleBlock.initiate({ pageId, documentId, fact: 'year', value, seen, isPart: true })).unwrap();
  const read = async (pageId: string) => {
    const call = getTitleBlock.initiate({ pageId, documentId }, { forceRefetch: true, subscribe: false });
    return (await dispatch(call).unwrap()).title_block;
  };
  const refresh = () => dispatch(titleBlockApi.util.invalidateTags([{ type: 'DocumentPage', id: documentId }]));

  async function change(page: DocumentPage, value: number | string | null): Promise<YearChange> {
    const seen = page.title_block;
    const of = async (before: typeof seen): Promise<YearChange> => {
      const { title_block: after } = await put(page.id, value, before?.updated_at ?? null);
      return { page, before: before?.year, changed: after.updated_at };
    };
    return of(seen).catch(async (error: unknown) => {
      // another fact of this sheet may have changed since
      if (!isStale(error)) throw error;
      return of(await read(page.id));
    });
  }

  async function undo({ page, before, changed }: YearChange): Promise<void> {
    const value = correctedYear(before);
    try {
      await put(page.id, value, changed);
    } catch (error) {
      // after a lost response the year is as before already
      if (!isStale(error) || correctedYear((await read(page.id)).year) !== value) throw error;
    }
  }

  /** @throws ApiError if no sheet was changed */
  return async function save(pages: readonly DocumentPage[], value: number | string | null): Promise<void> {
    const { done, failed } = await settleEach(pages, (page) => change(page, value));
    const [first] = failed;
    if (first && done.length === 0) throw first.error;
    refresh();
    const changes = done.map(({ result }) => result);
    const what = `year of ${countText(changes.length, 'sheet')}`;
    const undoAll = undoEach(changes, undo, (refused) =>
      notify({
        type: 'info',
        title: `Undone on ${countText(changes.length - refused.length, 'sheet')}`,
        description: `Another user has changed ${countText(refused.length, 'sheet')} since; that change stays.`,
      }),
    );
    offerUndo(
      {
        title: value === null ? `The ${what} is set to not known` : `The ${what} is set to ${value}`,
        ...(first && {
          type: 'warning' as const,
          description: `${countText(failed.length, 'sheet')} could not be changed: ${changeRefusal(first.error)}`,
        }),
      },
      {
        what,
        undo: () => undoAll().finally(refresh),
      },
    );
  };
}
