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
import { creationHash, idTaken, repeats, type NewRow } from '@symbio/mongo';
import { MAX_BATCH } from '@symbio/proto/limits';
import type { Author } from '@symbio/project-access';
import { annotationEvents } from '@symbio/proto/annotation';
import type { Page } from '@symbio/proto/document';
import type { AnnotationDeps } from './annotation-deps.js';
import { REMOVE_AT_ONCE, eraseAnnotation, type AnnotationRecords } from './annotation-records.js';
import { contentProblems, DEFAULT_CONTENT } from './checks.js';
import { annotationEvent } from './events.js';
import type { AnnotationRow, RunRow } from './model.js';
import { roleFor } from './policy.js';
import { closedRun, runElsewhere } from './run-checks.js';
import { allowedRun } from './runs.js';
import { shapeProblems, type Shape } from './shapes.js';

/** Items of a batch validated concurrently; each may call other services. */
const AT_ONCE = 20;

export interface NewAnnotation {
  id: string;
  documentId: string;
  documentPageId: string;
  shape: Shape | undefined;
  content: string | undefined;
  authorId: string | undefined;
  /** Empty: no run. */
  runId: string;
}

/** Items referenced by new annotations; each is fetched once. */
interface LookUps {
  /** The API key that writes on behalf of a person. */
  viaKey: string | undefined;
  /** A page that the caller may annotate. */
  page: (id: string) => Promise<Page>;
  /** Checks that the document exists. */
  document: (id: string) => Promise<unknown>;
  /** The author; the caller's if empty. */
  author: (id: string) => Promise<Author>;
  /** A run that the caller may write under. */
  run: (id: string) => Promise<RunRow>;
}

type Draft = NewRow<AnnotationRow>;

const created = (row: AnnotationRow) => [annotationEvent(annotationEvents.created, row)];

/** The existing annotation with the draft's id if it was created from the same input; otherwise the error. */
const madeBefore = ({ values }: Draft, existing: AnnotationRow | undefined): AnnotationRow | AppError =>
  existing?.authorId === values.authorId &&
  existing.documentPageId === values.documentPageId &&
  repeats(existing, values.creationHash)
    ? existing
    : idTaken('An annotation');

export function createAnnotationCreation(deps: AnnotationDeps, { unlessOvertaken }: AnnotationRecords) {
  const { repository, access, authors, documents, self } = deps;

  const lookUps = (context: CallContext): LookUps => ({
    viaKey: personsKeyOf(context.actor),
    page: oncePerId(async (id) => {
      const { page } = await named('Page', 'document_page_id', documents.getPage({ id }, context));
      await access.require(context, page?.projectId ?? '', roleFor('create'), 'Page', 'document_page_id');
      return page!;
    }),
    document: oncePerId((id) => named('Document', 'document_id', documents.getDocument({ id }, context))),
    author: oncePerId((id) => authors.resolve(context, id)),
    run: oncePerId((id) => allowedRun(deps, context, id, 'change', 'run_id')),
  });

  /** The row of a new annotation. @throws AppError as create */
  async function drafted(input: NewAnnotation, look: LookUps): Promise<Draft> {
    const { shape, documentId, documentPageId, runId } = input;
    const { viaKey } = look;
    const content = input.content?.trim() || DEFAULT_CONTENT;
    refuseFields({
      ...(input.id && !isId(input.id) ? { id: 'id must be a UUID' } : {}),
      ...(documentPageId ? {} : { document_page_id: 'document_page_id is required' }),
      ...(documentId ? {} : { document_id: 'document_id is required' }),
      ...(shape ? {} : { coordinates: 'An ellipse, a rectangle or a polygon is required' }),
      ...contentProblems(content),
    });

    const asked = {
      page: look.page(documentPageId),
      author: look.author(input.authorId ?? ''),
      run: runId ? look.run(runId) : Promise.resolve(undefined),
    };
    const isOfDocument = asked.page.then(
      (page) => page.documentId === documentId,
      () => false,
    );
    const document = isOfDocument.then((isOf) => (isOf ? undefined : look.document(documentId)));
    await allFound([asked.page, document, asked.author, asked.run]);
    const [page, author, run] = await Promise.all([asked.page, asked.author, asked.run]);

    if (page.documentId !== documentId)
      throw invalidFields({ document_page_id: 'The page does not belong to the document' });
    if (run && run.projectId !== page.projectId) throw runElsewhere();
    const closed = run && closedRun(run);
    if (closed) throw closed;
    const size = { width: page.width, height: page.height };
    if (!(size.width > 0 && size.height > 0))
      throw conflict('page_not_ready', 'This page has no picture yet. Process the document first.');
    refuseFields(shapeProblems(shape!, size));
    const values = {
      projectId: page.projectId,
      documentId: page.documentId,
      documentPageId: page.id,
      shape: shape!,
      page: size,
      content,
      authorId: author.id,
      authorType: author.type,
      authorName: author.name,
      ...(run && { runId: run._id }),
      ...(viaKey !== undefined && author.type === 'human' && { viaKey }),
      // the input: the page's size or the author's name may have changed since
      creationHash: creationHash({ authorId: author.id, documentPageId: page.id, shape, content, runId }),
    };
    return { id: input.id || newId(), values };
  }

  /** The rows of a batch's items, or their errors. */
  async function draftedMany(context: CallContext, items: readonly NewAnnotation[]): Promise<(Draft | AppError)[]> {
    const look = lookUps(context);
    const firstWith = new Map<string, number>();
    items.forEach(({ id }, index) => firstWith.set(id, firstWith.get(id) ?? index));
    return mapConcurrently(items, AT_ONCE, (item, index) =>
      item.id && firstWith.get(item.id) !== index
        ? Promise.resolve(invalidFields({ id: 'Another item of the batch has this id' }))
        : outcomeOfItem(drafted(item, look)),
    );
  }

  /** Writes new drafts. Returns the annotation or error of each. */
  async function written(context: CallContext, drafts: readonly Draft[]): Promise<(AnnotationRow | AppError)[]> {
    const rows = await repository.insertMany(drafts, context.actor, created);
    const made = rows.filter((row) => row !== undefined);
    const reasons = await unlessOvertaken(made);
    const gone = new Map(made.map(({ _id }, index) => [_id, reasons[index]]));
    return mapConcurrently(drafts, AT_ONCE, async (draft, index) => {
      const row = rows[index];
      return row ? (gone.get(row._id) ?? row) : madeBefore(draft, await repository.find(draft.id));
    });
  }

  return {
    /**
     * Annotates a page. Idempotent: repeating it with the same id, author and content returns the existing annotation
     * in its current state (ANN-11: the client may have lost the first response).
     * @throws AppError INVALID_ARGUMENT with every bad field, NOT_FOUND with the fields of missing items,
     * PERMISSION_DENIED, FAILED_PRECONDITION if the id is taken, the page has no picture or the run is not open.
     */
    async create(context: CallContext, input: NewAnnotation): Promise<AnnotationRow> {
      const draft = await drafted(input, lookUps(context));
      const row = await repository.insert(draft.id, draft.values, context.actor, created);
      const outcome = row ?? madeBefore(draft, await repository.find(draft.id));
      if (outcome instanceof AppError) throw outcome;
      const [overtaken] = row ? await unlessOvertaken([row]) : [];
      if (overtaken) throw overtaken;
      return outcome;
    },

    /**
     * Annotates pages, each item as {@link create} does, with one write.
     * @param isAllOrNothing if one is rejected, writes none and rejects the others as batch_refused
     * @returns for each item, its annotation or error
     * @throws AppError INVALID_ARGUMENT for too few or too many items and for problems of the whole batch.
     */
    async createMany(
      context: CallContext,
      items: readonly NewAnnotation[],
      isAllOrNothing: boolean,
    ): Promise<(AnnotationRow | AppError)[]> {
      if (items.length === 0) throw invalidFields({ items: 'items is required' });
      if (items.length > MAX_BATCH) throw invalidFields({ items: `items must have at most ${MAX_BATCH} items` });
      const drafts = await draftedMany(context, items);
      const ids = drafts.flatMap((draft) => (draft instanceof AppError ? [] : [draft.id]));
      const taken = new Map((await repository.findKept(ids)).map((row) => [row._id, row]));
      /** Outcomes known before the write: existing annotations and errors. */
      const known = drafts.map((draft) => {
        if (draft instanceof AppError) return draft;
        const there = taken.get(draft.id);
        return there && madeBefore(draft, there.removal || there.deletedAt ? undefined : there);
      });
      const refuseAll = (outcomes: readonly (AnnotationRow | AppError | undefined)[]): AppError[] =>
        outcomes.map((outcome) => (outcome instanceof AppError ? outcome : batchRefused()));
      const isRefused = (outcomes: readonly unknown[]): boolean =>
        isAllOrNothing && outcomes.some((outcome) => outcome instanceof AppError);
      if (isRefused(known)) return refuseAll(known);

      const fresh = drafts.flatMap((draft, index) => (draft instanceof AppError || known[index] ? [] : [draft]));
      const made = await written(context, fresh);
      const next = made.values();
      const outcomes = known.map((outcome) => outcome ?? next.next().value!);
      if (!isRefused(outcomes)) return outcomes;
      // an id was taken, or a page or run deleted, between check and write
      const rows = made.filter((row): row is AnnotationRow => !(row instanceof AppError));
      await mapConcurrently(rows, REMOVE_AT_ONCE, ({ _id }) => eraseAnnotation(repository, _id, self));
      return refuseAll(outcomes);
    },
  };
}
