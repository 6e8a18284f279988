/** Documents of a vendor's package: proposed, changed and confirmed by people, undone within 30 days (decision 0135). */
import {
  AppError,
  conflict,
  doerOf,
  isAgent,
  isId,
  isNotFound,
  namedId,
  notFound,
  parseFields,
  serviceActor,
  stale,
  type Clock,
  type Logger,
  type Semaphore,
} from '@symbio/runtime';
import { clientId, idTaken } from '@symbio/mongo';
import type { BlobStore } from '@symbio/blobs';
import type { CallContext, CallParent } from '@symbio/rpc';
import { proposeSplit, SplittingFailure, takeRanges, type KnownPage } from '@symbio/page-engine/splitting';
import {
  documentEvents,
  type ConfirmSplitRequest,
  type ListSplitsRequest,
  type ProposeSplitRequest,
  type SaveSplitRequest,
  type UndoSplitRequest,
} from '@symbio/proto/document';
import { MAX_SPLIT_DOCUMENTS, RESTORABLE_DAYS } from '@symbio/proto/limits';
import { yearsWithin } from '@symbio/splitter';
import { z } from 'zod';
import type { Deletions } from '../deletions/deletions.js';
import type { Documents } from '../documents/documents.js';
import { documentEvent } from '../events.js';
import { chunksIn, inScratch } from '../files/scratch.js';
import type { DocumentRow } from '../model.js';
import { refuseForAgent } from '../policy.js';
import type { DocumentWriter } from '../repository.js';
import type { PageTexts } from '../search/page-text-repository.js';
import { checkFileName } from '../uploads/upload-checks.js';
import type { Uploads } from '../uploads/uploads.js';
import type { SplitRange, SplitRow } from './model.js';
import { rangesFrom, rangesOf } from './ranges.js';
import type { SplitRepository } from './repository.js';

const DAY_MS = 86_400_000;
/** Longer than a document takes to be made, in milliseconds. */
const INTERRUPTED_AFTER_MS = 15 * 60_000;
const SWEEP_LIMIT_MS = 30 * 60_000;
export const SPLIT_SWEEP_MS = 5 * 60_000;

export interface SplitsDeps {
  documents: Pick<Documents, 'visible'>;
  writer: Pick<DocumentWriter, 'change'>;
  splits: SplitRepository;
  uploads: Pick<Uploads, 'add'>;
  deletions: Pick<Deletions, 'delete'>;
  texts: Pick<PageTexts, 'hide' | 'show'>;
  blobs: Pick<BlobStore, 'localCopy'>;
  knownPages: (documentId: string) => Promise<KnownPage[]>;
  /** Limits child processes that hold a whole file. */
  semaphore: Semaphore;
  clock: Clock;
  log: Logger;
  asSelf: () => Promise<CallParent>;
  /** Default: in a child process. */
  propose?: typeof proposeSplit;
  take?: typeof takeRanges;
}

const REFUSALS: ReadonlySet<AppError['code']> = new Set([
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
]);

const idOfPart = ({ _id }: SplitRow, { from, to }: Pick<SplitRange, 'from' | 'to'>): string =>
  namedId(['split', _id, from, to].join(' '));

const isSplit = (): AppError =>
  conflict('already_split', 'This document is split into documents already. Undo the split first.');
const isOver = (): AppError =>
  conflict('not_proposed', 'This split was confirmed, undone or replaced in the meantime. Reload the page.');

function refusalOf(failure: SplittingFailure): AppError {
  const code = failure.reason === 'crashed' ? 'UNAVAILABLE' : 'INVALID_ARGUMENT';
  return new AppError(code, failure.reason, failure.message, { cause: failure });
}

const inSentences = (error: unknown): never => {
  throw error instanceof SplittingFailure ? refusalOf(error) : error;
};

/** Last moment at which a confirmed split can be undone. */
export const undoUntil = ({ status, confirmedAt }: Pick<SplitRow, 'status' | 'confirmedAt'>): Date | undefined =>
  status === 'confirmed' && confirmedAt ? new Date(confirmedAt.getTime() + RESTORABLE_DAYS * DAY_MS) : undefined;

export function createSplits(deps: SplitsDeps) {
  const { documents, writer, splits, uploads, deletions, texts, blobs, semaphore, clock, log } = deps;
  const { propose = proposeSplit, take = takeRanges } = deps;

  async function withFile<T>({ filePath }: DocumentRow, signal: AbortSignal, use: (file: string) => Promise<T>) {
    const copy = await blobs.localCopy(filePath);
    try {
      return await semaphore.run(() => use(copy.path).catch(inSentences), signal);
    } finally {
      await copy.release();
    }
  }

  /** @throws AppError NOT_FOUND unless it is of the document */
  async function splitOf(documentId: string, id: string): Promise<SplitRow> {
    const row = isId(id) ? await splits.find(id) : null;
    if (row?.documentId !== documentId) throw notFound('Split');
    return row;
  }

  /** Idempotent, also after a crash: ids and bytes follow from the split. */
  async function makeDocuments(
    parent: DocumentRow,
    row: SplitRow,
    isFirst: boolean,
    context: CallContext,
  ): Promise<SplitRange[]> {
    return inScratch('split', async (folder) => {
      const taking = (file: string) => take(file, row.ranges, folder, context.signal);
      const { files } = await withFile(parent, context.signal, taking).catch(async (error: unknown) => {
        // nothing was made yet: it may be changed and tried again
        if (isFirst) await splits.change(row._id, ['confirming'], { status: 'proposed' });
        throw error;
      });
      const made: SplitRange[] = [];
      for (const [index, range] of row.ranges.entries()) {
        const { from, to, title, category, year, address } = range;
        const { actor } = context;
        const header = {
          id: idOfPart(row, range),
          projectId: parent.projectId,
          fileName: checkFileName(`${title.replaceAll(/[/\\]/g, ' ')}.pdf`),
          category,
          description: [`Pages ${from} to ${to} of “${parent.fileName}”.`, address].filter(Boolean).join(' '),
          derivedFrom: { documentId: parent._id, from, to, sha256: parent.original?.pdfSha256 ?? parent.sha256 },
          noCoverageYears: yearsWithin(row.years, from, to).noCoverageYears,
          ...(year && {
            said: {
              year: {
                ...{ value: String(year), byId: doerOf(actor), byName: actor.name, at: clock.now() },
                correctionId: row._id,
              },
            },
          }),
        };
        const { _id: documentId } = await uploads.add(header, chunksIn(files[index] ?? ''), context);
        made.push({ ...range, documentId });
        await splits.change(row._id, ['confirming'], { touchedAt: clock.now() });
      }
      return made;
    });
  }

  /** Those that were made already are deleted, restorably. */
  async function deleteDocuments(ids: readonly string[], context: CallContext): Promise<void> {
    for (const id of ids)
      await deletions.delete(id, context).catch((error: unknown) => {
        // never made, or deleted already
        if (!isNotFound(error)) throw error;
      });
  }

  /** Shows or hides the package. */
  async function setSplit(id: string, split: DocumentRow['split'], context: CallContext): Promise<void> {
    await writer.change(id, context.actor, (document, after) =>
      document.split?.id === split?.id
        ? undefined
        : { set: { split }, events: [documentEvent(documentEvents.changed, after({ split }), document)] },
    );
  }

  /**
   * Makes a document of each range and hides the package. Idempotent; a repeat completes an interrupted one.
   * @throws AppError FAILED_PRECONDITION `not_proposed`, `already_split`, `one_document`
   */
  async function confirm({ documentId, id }: ConfirmSplitRequest, context: CallContext): Promise<SplitRow> {
    const document = await documents.visible(documentId, 'upload', context);
    refuseForAgent(context.actor, 'split');
    const row = await splitOf(documentId, id);
    if (row.status === 'confirmed') return row;
    if (document.split && document.split.id !== id) throw isSplit();
    if (row.ranges.length < 2)
      throw conflict('one_document', 'The split has one document only. Add a cut, or leave the document as it is.');
    const { authorId, name, sub } = context.actor;
    const by = { confirmedBySub: sub, confirmedById: authorId, confirmedByName: name };
    const claimed = await splits.change(id, ['proposed', 'confirming'], {
      ...{ status: 'confirming', touchedAt: clock.now() },
      ...by,
    });
    if (!claimed) throw isOver();
    const ranges = await makeDocuments(document, claimed, row.status === 'proposed', context);
    await texts.hide(document.projectId, documentId);
    await setSplit(documentId, { id, at: clock.now() }, context);
    const confirmed = await splits.change(id, ['confirming', 'confirmed'], {
      ...{ status: 'confirmed', ranges, confirmedAt: clock.now(), ...by },
    });
    if (!confirmed) throw isOver();
    return confirmed;
  }

  return {
    /**
     * Agents may propose too. A repeat with the same id returns the first proposal.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT with a sentence about the file
     */
    async propose({ id: given, documentId }: ProposeSplitRequest, context: CallContext): Promise<SplitRow> {
      const { id } = parseFields(z.object({ id: clientId }), { id: given });
      const document = await documents.visible(documentId, 'process', context);
      const known = await splits.find(id);
      if (known && known.documentId !== documentId) throw idTaken('A split');
      if (known) return known;
      if (document.split) throw isSplit();
      const pages = await deps.knownPages(documentId);
      const found = await withFile(document, context.signal, (file) => propose(file, pages, context.signal));
      if (found.documents.length > MAX_SPLIT_DOCUMENTS)
        throw new AppError(
          'INVALID_ARGUMENT',
          'too_many_documents',
          `This PDF seems to hold ${found.documents.length} documents; it can be split into at most ${MAX_SPLIT_DOCUMENTS}. Divide it in another program and upload the parts.`,
        );
      const row: SplitRow = {
        ...{ _id: id, documentId, projectId: document.projectId, status: 'proposed', pageCount: found.pageCount },
        ...{ ranges: rangesOf(found), years: found.years, at: clock.now() },
        ...{ byId: context.actor.authorId, byName: context.actor.name },
      };
      return (await splits.add(row)) ?? row;
    },

    /** Newest first. */
    async list({ documentId }: ListSplitsRequest, context: CallContext): Promise<SplitRow[]> {
      await documents.visible(documentId, 'read', context);
      return splits.ofDocument(documentId);
    },

    /**
     * An agent changes only its own proposal, until a person has changed it.
     * @throws AppError INVALID_ARGUMENT unless the documents have all pages in order; PERMISSION_DENIED; ABORTED if another
     * revision is expected
     */
    async save({ documentId, id, cuts, expectedRevision }: SaveSplitRequest, context: CallContext): Promise<SplitRow> {
      await documents.visible(documentId, 'process', context);
      const row = await splitOf(documentId, id);
      const isByAgent = isAgent(context.actor);
      if (row.isEdited || row.byId !== context.actor.authorId) refuseForAgent(context.actor, 'split');
      const ranges = rangesFrom(cuts, row, isByAgent ? ['agent'] : []);
      const saved = await splits.save(id, { ranges, ...(!isByAgent && { isEdited: true }) }, expectedRevision);
      if (saved) return saved;
      throw (await splitOf(documentId, id)).status === 'proposed' ? stale('This split') : isOver();
    },

    confirm,

    /**
     * Completes interrupted confirmations for the person who began them. One that is refused becomes a proposal again,
     * without its documents.
     */
    async sweep(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const now = clock.now();
        const row = await splits.claimInterrupted(new Date(now.getTime() - INTERRUPTED_AFTER_MS), now);
        if (!row) return;
        const { confirmedBySub: sub = '', confirmedById: authorId = '', confirmedByName: name = '' } = row;
        const context: CallContext = {
          ...(await deps.asSelf()),
          ...{ actor: { ...serviceActor('document'), sub, authorId, name }, signal },
          deadline: new Date(now.getTime() + SWEEP_LIMIT_MS),
          log: log.child({ split_id: row._id }),
        };
        try {
          await confirm({ documentId: row.documentId, id: row._id }, context);
        } catch (error) {
          // others are tried again
          if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
          context.log.warn({ err: error }, 'refused an interrupted split; undoing it');
          await deleteDocuments(
            row.ranges.map((range) => idOfPart(row, range)),
            context,
          );
          await setSplit(row.documentId, undefined, context);
          if (!isNotFound(error)) await texts.show(row.projectId, row.documentId);
          await splits.change(row._id, ['confirming'], { status: 'proposed' });
        }
      }
    },

    /**
     * Deletes the documents, which can be restored, and shows the package again. Idempotent.
     * @throws AppError FAILED_PRECONDITION `not_confirmed`, `too_late`
     */
    async undo({ documentId, id }: UndoSplitRequest, context: CallContext): Promise<SplitRow> {
      const document = await documents.visible(documentId, 'delete', context);
      const row = await splitOf(documentId, id);
      if (row.status === 'undone') return row;
      const until = undoUntil(row);
      if (!until) throw conflict('not_confirmed', 'This split is not confirmed, so there is nothing to undo.');
      if (until < clock.now())
        throw conflict(
          'too_late',
          `A split can be undone for ${RESTORABLE_DAYS} days. Delete its documents one by one.`,
        );
      await deleteDocuments(
        row.ranges.flatMap(({ documentId: child }) => child ?? []),
        context,
      );
      await setSplit(documentId, undefined, context);
      await texts.show(document.projectId, documentId);
      const undone = await splits.change(id, ['confirmed', 'undone'], { status: 'undone' });
      if (!undone) throw isOver();
      return undone;
    },
  };
}

export type Splits = ReturnType<typeof createSplits>;
