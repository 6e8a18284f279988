/** Documents of a vendor's package: proposed, changed and confirmed by people, undone within 30 days (decision 0135). */
import {
  AppError,
  conflict,
  doerOf,
  isId,
  isNotFound,
  namedId,
  notFound,
  parseFields,
  type Clock,
  type Semaphore,
} from '@symbio/runtime';
import { clientId, idTaken } from '@symbio/mongo';
import type { BlobStore } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
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
  /** Default: in a child process. */
  propose?: typeof proposeSplit;
  take?: typeof takeRanges;
}

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
  const { documents, writer, splits, uploads, deletions, texts, blobs, semaphore, clock } = deps;
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
  async function makeDocuments(parent: DocumentRow, row: SplitRow, context: CallContext): Promise<SplitRange[]> {
    return inScratch('split', async (folder) => {
      const taking = (file: string) => take(file, row.ranges, folder, context.signal);
      const { files } = await withFile(parent, context.signal, taking).catch(async (error: unknown) => {
        // nothing was made yet: it may be changed and tried again
        await splits.change(row._id, ['confirming'], { status: 'proposed' });
        throw error;
      });
      const made: SplitRange[] = [];
      for (const [index, range] of row.ranges.entries()) {
        const { from, to, title, category, year, address } = range;
        const { actor } = context;
        const header = {
          id: namedId(['split', row._id, from, to].join(' ')),
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
      }
      return made;
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

    /** @throws AppError INVALID_ARGUMENT unless the documents have all pages in order */
    async save({ documentId, id, cuts }: SaveSplitRequest, context: CallContext): Promise<SplitRow> {
      await documents.visible(documentId, 'process', context);
      refuseForAgent(context.actor, 'split');
      const row = await splitOf(documentId, id);
      const saved = await splits.change(id, ['proposed'], { ranges: rangesFrom(cuts, row) });
      if (!saved) throw isOver();
      return saved;
    },

    /**
     * Makes a document of each range and hides the package. Idempotent; a repeat completes an interrupted one.
     * @throws AppError FAILED_PRECONDITION `not_proposed`, `already_split`, `one_document`
     */
    async confirm({ documentId, id }: ConfirmSplitRequest, context: CallContext): Promise<SplitRow> {
      const document = await documents.visible(documentId, 'upload', context);
      refuseForAgent(context.actor, 'split');
      const row = await splitOf(documentId, id);
      if (row.status === 'confirmed') return row;
      if (document.split && document.split.id !== id) throw isSplit();
      if (row.ranges.length < 2)
        throw conflict('one_document', 'The split has one document only. Add a cut, or leave the document as it is.');
      const claimed = await splits.change(id, ['proposed', 'confirming'], { status: 'confirming' });
      if (!claimed) throw isOver();
      const ranges = await makeDocuments(document, claimed, context);
      const { authorId, name } = context.actor;
      await texts.hide(document.projectId, documentId);
      await setSplit(documentId, { id, at: clock.now() }, context);
      const confirmed = await splits.change(id, ['confirming', 'confirmed'], {
        ...{ status: 'confirmed', ranges, confirmedAt: clock.now(), confirmedById: authorId, confirmedByName: name },
      });
      if (!confirmed) throw isOver();
      return confirmed;
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
      for (const { documentId: child } of row.ranges)
        if (child)
          await deletions.delete(child, context).catch((error: unknown) => {
            // deleted already
            if (!isNotFound(error)) throw error;
          });
      await setSplit(documentId, undefined, context);
      await texts.show(document.projectId, documentId);
      const undone = await splits.change(id, ['confirmed', 'undone'], { status: 'undone' });
      if (!undone) throw isOver();
      return undone;
    },
  };
}

export type Splits = ReturnType<typeof createSplits>;
