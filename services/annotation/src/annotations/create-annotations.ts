import {
  AppError,
  allFound,
  conflict,
  invalidFields,
  isId,
  named,
  newId,
  personsKeyOf,
  refuseFields,
} from '@symbio/runtime';
import { batchRefused, mapConcurrently, oncePerId, outcomeOfItem, type CallContext } from '@symbio/rpc';
import { creationHash, idTaken, type NewRow } from '@symbio/mongo';
import { MAX_BATCH } from '@symbio/proto/limits';
import type { Author } from '@symbio/project-access';
import { annotationEvents } from '@symbio/proto/annotation';
import type { Page } from '@symbio/proto/document';
import type { AnnotationDeps } from './annotation-deps.js';
import { REMOVE_AT_ONCE, eraseAnnotation, type AnnotationRecords } from './annotation-records.js';
import { contentProblems, DEFAULT_CONTENT } from '../checks.js';
import { annotationEvent } from '../events.js';
import type { AnnotationRow, RunRow, SheetFacts } from '../model.js';
import { roleFor } from '../policy.js';
import { closedRun, runElsewhere } from '../runs/run-checks.js';
import { allowedRun } from '../runs/runs.js';
import { onPicture } from '../shapes/resized-shapes.js';
import { pictureProblems, shapeProblems, type PageSize, type Shape } from '../shapes/shapes.js';

/** Items validated concurrently; each may call other services. */
const AT_ONCE = 20;

export interface NewAnnotation {
  id: string;
  documentId: string;
  documentPageId: string;
  shape: Shape | undefined;
  /** Picture whose pixels the shape has; default: the page's. */
  drawnOn?: PageSize | undefined;
  content: string | undefined;
  authorId: string | undefined;
  /** Empty: no run. */
  runId: string;
}

/** Referenced items, each fetched once. */
interface LookUps {
  /** The API key that writes for a person. */
  viaKey: string | undefined;
  page: (id: string) => Promise<Page>;
  document: (id: string) => Promise<unknown>;
  /** Default: the caller's. */
  author: (id: string) => Promise<Author>;
  run: (id: string) => Promise<RunRow>;
  /** Whether proposals on a page are held back. */
  isBlind: (pageId: string) => Promise<boolean>;
}

type Draft = NewRow<AnnotationRow>;

const EVEN_HELD_BACK = { heldBack: true };

export const sheetFacts = ({ metadata }: Pick<Page, 'metadata'>): SheetFacts => ({
  kind: metadata?.pageType ?? '',
  ...(metadata?.year !== undefined && { year: metadata.year }),
});

const created = (row: AnnotationRow) => annotationEvent(annotationEvents.created, row);

/** Existing annotation with the draft's id if it was created from the same input, else the error. */
const existingOf = ({ values }: Draft, existing: AnnotationRow | undefined): AnnotationRow | AppError =>
  existing?.authorId === values.authorId &&
  existing.documentPageId === values.documentPageId &&
  existing.creationHash === values.creationHash
    ? existing
    : idTaken('An annotation');

export function createAnnotationCreation(deps: AnnotationDeps, { removeObsolete }: AnnotationRecords) {
  const { repository, access, authors, documents, blind, self } = deps;

  function createLookUps(context: CallContext): LookUps {
    const page = oncePerId(async (id) => {
      const { page: found } = await named('Page', 'document_page_id', documents.getPage({ id }, context));
      await access.require(context, found?.projectId ?? '', roleFor('create'), 'Page', 'document_page_id');
      return found!;
    });
    return {
      viaKey: personsKeyOf(context.actor),
      page,
      isBlind: oncePerId(async (id) => blind.holdsBack(await page(id))),
      document: oncePerId((id) => named('Document', 'document_id', documents.getDocument({ id }, context))),
      author: oncePerId((id) => authors.resolve(context, id)),
      run: oncePerId((id) => allowedRun(deps, context, id, 'change', 'run_id')),
    };
  }

  /** @throws AppError as create */
  async function validate(input: NewAnnotation, lookUps: LookUps): Promise<Draft> {
    const { shape, drawnOn, documentId, documentPageId, runId } = input;
    const { viaKey } = lookUps;
    const content = input.content?.trim() || DEFAULT_CONTENT;
    refuseFields({
      ...(input.id && !isId(input.id) ? { id: 'id must be a UUID' } : {}),
      ...(documentPageId ? {} : { document_page_id: 'document_page_id is required' }),
      ...(documentId ? {} : { document_id: 'document_id is required' }),
      ...(shape ? {} : { coordinates: 'An ellipse, a rectangle or a polygon is required' }),
      ...contentProblems(content),
      ...pictureProblems(drawnOn),
    });

    const requested = {
      page: lookUps.page(documentPageId),
      author: lookUps.author(input.authorId ?? ''),
      run: runId ? lookUps.run(runId) : Promise.resolve(undefined),
    };
    const isOfDocument = requested.page.then(
      (page) => page.documentId === documentId,
      () => false,
    );
    const document = isOfDocument.then((isOf) => (isOf ? undefined : lookUps.document(documentId)));
    await allFound([requested.page, document, requested.author, requested.run]);
    const [page, author, run] = await Promise.all([requested.page, requested.author, requested.run]);

    if (page.documentId !== documentId)
      throw invalidFields({ document_page_id: 'The page does not belong to the document' });
    if (run && run.projectId !== page.projectId) throw runElsewhere();
    const closed = run && closedRun(run);
    if (closed) throw closed;
    const size = { width: page.width, height: page.height };
    if (!(size.width > 0 && size.height > 0))
      throw conflict('page_not_ready', 'This page has no picture yet. Process the document first.');
    refuseFields(shapeProblems(shape!, drawnOn ?? size));
    const values = {
      projectId: page.projectId,
      documentId: page.documentId,
      documentPageId: page.id,
      shape: onPicture(shape!, drawnOn, size),
      page: size,
      sheet: sheetFacts(page),
      content,
      authorId: author.id,
      authorType: author.type,
      authorName: author.name,
      ...(run && { runId: run._id }),
      ...(viaKey !== undefined && author.type === 'human' && { viaKey }),
      ...(author.type === 'ai_agent' && (await lookUps.isBlind(page.id)) && { heldBack: true }),
      // the input: page size or author name may have changed
      creationHash: creationHash({ authorId: author.id, documentPageId: page.id, shape, content, runId }),
    };
    return { id: input.id || newId(), values };
  }

  /** Also after a repeat, whose first attempt may have been interrupted. */
  async function settle(rows: readonly AnnotationRow[]): Promise<void> {
    const held = rows.filter(({ heldBack }) => heldBack);
    for (const { documentPageId: id, projectId } of new Map(held.map((row) => [row.documentPageId, row])).values())
      await blind.settle({ id, projectId });
  }

  async function validateMany(context: CallContext, items: readonly NewAnnotation[]): Promise<(Draft | AppError)[]> {
    const lookUps = createLookUps(context);
    const firstWith = new Map<string, number>();
    items.forEach(({ id }, index) => firstWith.set(id, firstWith.get(id) ?? index));
    return mapConcurrently(items, AT_ONCE, (item, index) =>
      item.id && firstWith.get(item.id) !== index
        ? Promise.resolve(invalidFields({ id: 'Another item of the batch has this id' }))
        : outcomeOfItem(validate(item, lookUps)),
    );
  }

  async function insert(
    context: CallContext,
    drafts: readonly Draft[],
    dryRun: boolean,
  ): Promise<(AnnotationRow | AppError)[]> {
    const { insertMany } = dryRun ? repository.dryRun() : repository;
    const rows = await insertMany(drafts, context.actor, created);
    const inserted = dryRun ? [] : rows.filter((row) => row !== undefined);
    const reasons = await removeObsolete(inserted);
    await settle(inserted);
    const removed = new Map(inserted.map(({ _id }, index) => [_id, reasons[index]]));
    return mapConcurrently(drafts, AT_ONCE, async (draft, index) => {
      const row = rows[index];
      return row ? (removed.get(row._id) ?? row) : existingOf(draft, await repository.find(draft.id, EVEN_HELD_BACK));
    });
  }

  return {
    /**
     * Idempotent by id (ANN-11).
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if the page has no
     * picture or the run is not open.
     */
    async create(context: CallContext, input: NewAnnotation, { dryRun = false } = {}): Promise<AnnotationRow> {
      const draft = await validate(input, createLookUps(context));
      const rows = dryRun ? repository.dryRun() : repository;
      const row = await rows.insert(draft.id, draft.values, context.actor, created);
      const outcome = row ?? existingOf(draft, await repository.find(draft.id, EVEN_HELD_BACK));
      if (outcome instanceof AppError) throw outcome;
      const [reason] = row && !dryRun ? await removeObsolete([row]) : [];
      if (reason) throw reason;
      if (!dryRun) await settle([outcome]);
      return outcome;
    },

    /**
     * As {@link create} for each item, with one write.
     * @param options.allOrNothing if one is rejected, writes none and rejects the others as batch_refused
     * @throws AppError INVALID_ARGUMENT for too few or too many items
     */
    async createMany(
      context: CallContext,
      items: readonly NewAnnotation[],
      { allOrNothing = false, dryRun = false } = {},
    ): Promise<(AnnotationRow | AppError)[]> {
      if (items.length === 0) throw invalidFields({ items: 'items is required' });
      if (items.length > MAX_BATCH) throw invalidFields({ items: `items must have at most ${MAX_BATCH} items` });
      const drafts = await validateMany(context, items);
      const ids = drafts.flatMap((draft) => (draft instanceof AppError ? [] : [draft.id]));
      const taken = new Map((await repository.findEvenDeleted(ids)).map((row) => [row._id, row]));
      /** Outcomes known before the write. */
      const known = drafts.map((draft) => {
        if (draft instanceof AppError) return draft;
        const there = taken.get(draft.id);
        return there && existingOf(draft, there.removal || there.deletedAt ? undefined : there);
      });
      const refuseAll = (outcomes: readonly (AnnotationRow | AppError | undefined)[]): AppError[] =>
        outcomes.map((outcome) => (outcome instanceof AppError ? outcome : batchRefused()));
      const isRefused = (outcomes: readonly unknown[]): boolean =>
        allOrNothing && outcomes.some((outcome) => outcome instanceof AppError);
      if (isRefused(known)) return refuseAll(known);

      const fresh = drafts.flatMap((draft, index) => (draft instanceof AppError || known[index] ? [] : [draft]));
      const made = await insert(context, fresh, dryRun);
      const next = made.values();
      const outcomes = known.map((outcome) => outcome ?? next.next().value!);
      if (!isRefused(outcomes)) return outcomes;
      // an id was taken, or a page or run ended, during the write
      const rows = made.filter((row): row is AnnotationRow => !dryRun && !(row instanceof AppError));
      await mapConcurrently(rows, REMOVE_AT_ONCE, ({ _id }) => eraseAnnotation(repository, _id, self));
      return refuseAll(outcomes);
    },
  };
}
