/** Alignments of sheet pairs, shared by all members of a project. */
import { doerOf, invalidFields, notFound, refuseOverruling, refuseStale, stale } from '@symbio/runtime';
import { event } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import {
  alignmentEvents,
  type Alignment,
  type ListAlignmentsRequest,
  type SaveAlignmentRequest,
} from '@symbio/proto/document';
import type { Documents } from '../documents/documents.js';
import type { PageRow } from '../model.js';
import { checkAlignment, residualPx, isSameAlignment, type AlignmentInput } from './checks.js';
import type { AlignmentRow } from './model.js';
import { alignmentId, type AlignmentRepository, type AlignmentWriter } from './repository.js';

export interface AlignmentDeps {
  documents: Pick<Documents, 'page'>;
  repository: Pick<AlignmentRepository, 'between'>;
  writer: Pick<AlignmentWriter, 'insert' | 'change'>;
}

export const toAlignment = (row: AlignmentRow): Alignment => ({
  id: row._id,
  projectId: row.projectId,
  firstPageId: row.firstPageId,
  secondPageId: row.secondPageId,
  pairs: row.pairs,
  base: row.base,
  residualPx: row.residualPx,
  byId: row.byId,
  byName: row.byName,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export function createAlignments({ documents, repository, writer }: AlignmentDeps) {
  /** A second sheet of another project is not found. */
  async function sheets(
    { firstPageId, secondPageId }: Pick<SaveAlignmentRequest, 'firstPageId' | 'secondPageId'>,
    context: CallContext,
    action: 'read' | 'update',
  ): Promise<[PageRow, PageRow]> {
    if (firstPageId === secondPageId) throw invalidFields({ second_page_id: 'Name two different sheets.' });
    const first = await documents.page(firstPageId, context, action);
    const second = await documents.page(secondPageId, context, action);
    if (first.projectId !== second.projectId) throw notFound('Page', 'second_page_id');
    return [first, second];
  }

  return {
    /** Pair's own alignment, then others of the same two documents, newest first. */
    async list(request: ListAlignmentsRequest, context: CallContext): Promise<AlignmentRow[]> {
      const [first, second] = await sheets(request, context, 'read');
      const rows = await repository.between(first.documentId, second.documentId);
      const id = alignmentId(first._id, second._id);
      const own = rows.find(({ _id }) => _id === id);
      return own ? [own, ...rows.filter((row) => row !== own)] : rows;
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION, ABORTED `stale` */
    async save(request: SaveAlignmentRequest, context: CallContext): Promise<AlignmentRow> {
      const [first, second] = await sheets(request, context, 'update');
      checkAlignment(request, first, second);
      const { pairs, base, firstPageId, secondPageId } = request;
      const input: AlignmentInput = { firstPageId, secondPageId, pairs, ...(base && { base }) };
      const values = {
        ...input,
        base,
        projectId: first.projectId,
        firstDocumentId: first.documentId,
        secondDocumentId: second.documentId,
        residualPx: residualPx(pairs),
        firstSize: { width: first.width, height: first.height },
        secondSize: { width: second.width, height: second.height },
        byId: doerOf(context.actor),
        byName: context.actor.name,
      };
      const id = alignmentId(firstPageId, secondPageId);
      const change = () =>
        writer.change(id, context.actor, (row, after) => {
          if (isSameAlignment(row, input)) return undefined;
          refuseOverruling(context.actor, 'The alignment of these sheets', row.byId);
          refuseStale('The alignment of these sheets', row, request.expectedUpdatedAt);
          return { set: values, events: [alignmentEvent('changed', after(values))] };
        });
      const create = () => writer.insert(id, values, context.actor, (row) => [alignmentEvent('created', row)]);
      // a concurrent call created it: retry as a change
      const stored = (await change()) ?? (await create()) ?? (await change());
      if (!stored) throw stale('The alignment of these sheets');
      return stored;
    },
  };
}

export type Alignments = ReturnType<typeof createAlignments>;

export const alignmentEvent = (verb: 'created' | 'changed', row: AlignmentRow) =>
  event(alignmentEvents[verb], row.projectId, { alignment: toAlignment(row) });
