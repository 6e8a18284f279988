import type { PageKindChange } from '@symbio/client';
import { PAGE_KINDS, type PageKind } from '@symbio/proto/document/vocabulary';
import { PAGE_KIND_LABELS } from '@symbio/proto/labels';
import { api, type Envelope } from '../../../../lib/http/api.js';
import { operation } from '../../../../lib/http/operation.js';
import { useApiDispatch } from '../../../../lib/http/api-thunks.js';
import { documentsApi } from '../../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { notify } from '../../../../lib/ui/toasts.js';
import { offerUndo } from '../../../../lib/edits/undo.js';
import { countText } from '../../../../lib/ui/formats.js';

export type KindWord = PageKind | 'none' | 'reset';

export const KIND_WORDS: readonly { word: KindWord; name: string }[] = [
  ...PAGE_KINDS.map((word) => ({ word, name: PAGE_KIND_LABELS[word] })),
  { word: 'none', name: 'None of these' },
  { word: 'reset', name: 'As recognized' },
];

interface PageKindEdit {
  page_id: string;
  page_type?: PageKind | null;
  reset?: true;
  /** After another change the page is left unchanged. */
  after?: string;
}

interface KindsAnswer {
  changes: PageKindChange[];
  kept_page_ids: string[];
}

const pageKindsApi = api.injectEndpoints({
  endpoints: (build) => ({
    putPageKinds: build.mutation<KindsAnswer, { documentId: string; pages: PageKindEdit[] }>({
      extraOptions: { failure: 'Failed to save the kind of the pages' },
      query: ({ documentId, pages }) =>
        operation('PUT', '/api/public/documents/{id}/page-kinds', { path: { id: documentId }, body: { pages } }),
      transformResponse: (answer: Envelope<KindsAnswer>) => answer.data,
      invalidatesTags: (_answer, _error, { documentId }) => [{ type: 'DocumentPage', id: documentId }],
    }),
  }),
});

const toAnswer = (word: KindWord): Omit<PageKindEdit, 'page_id'> =>
  word === 'reset' ? { reset: true } : { page_type: word === 'none' ? null : word };

/** Reverts a change unless another one followed. */
const undoing = ({ page_id, change_id: after, said: before }: PageKindChange): PageKindEdit => ({
  ...{ page_id, after },
  ...(before ? { page_type: before.page_type } : { reset: true as const }),
});

const isAsBefore = ({ said: before }: PageKindChange, page: DocumentPage): boolean =>
  before
    ? Boolean(page.page_type_correction) && (page.metadata?.page_type ?? null) === before.page_type
    : !page.page_type_correction;

export function usePageKinds(documentId: string) {
  const dispatch = useApiDispatch();
  const put = (pages: PageKindEdit[]): Promise<KindsAnswer> =>
    dispatch(pageKindsApi.endpoints.putPageKinds.initiate({ documentId, pages })).unwrap();

  /** Changes not yet reverted. @throws ApiError if the pages cannot be read */
  async function notAsBefore(changes: readonly PageKindChange[]): Promise<readonly PageKindChange[]> {
    if (changes.length === 0) return changes;
    const read = documentsApi.endpoints.getDocumentPages.initiate(documentId, { forceRefetch: true, subscribe: false });
    const pages = new Map((await dispatch(read).unwrap()).map((page) => [page.id, page]));
    return changes.filter((change) => {
      const page = pages.get(change.page_id);
      return !page || !isAsBefore(change, page);
    });
  }

  /** @throws ApiError if refused */
  return async function save(pages: readonly DocumentPage[], word: KindWord): Promise<void> {
    const { changes } = await put(pages.map(({ id }) => ({ page_id: id, ...toAnswer(word) })));
    if (changes.length === 0) {
      notify({
        type: 'info',
        title: pages.length === 1 ? 'The page already has this kind' : 'The pages already have this kind',
      });
      return;
    }
    const [first] = changes;
    const what = changes.length === 1 ? `page ${first?.page_number}` : countText(changes.length, 'page');
    offerUndo(
      { title: `The kind of ${what} is corrected` },
      {
        what: `kind of ${what}`,
        undo: async () => {
          const { kept_page_ids: keptIds } = await put(changes.map(undoing));
          // after a lost response the server takes the first undo for a change by another user
          const kept = await notAsBefore(changes.filter(({ page_id: id }) => keptIds.includes(id)));
          if (kept.length === 0) return true;
          notify({
            type: 'info',
            title: `Undone on ${countText(changes.length - kept.length, 'page')}`,
            description: `Another user has changed ${countText(kept.length, 'page')} since; that change stays.`,
          });
          return false;
        },
      },
    );
  };
}
