/** Streams a photograph to a file, re-encodes it in a child process, then records it. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AppError,
  conflict,
  doerOf,
  invalid,
  isId,
  newId,
  notFound,
  refuseFields,
  serviceActor,
  Semaphore,
} from '@symbio/runtime';
import { chunksOf, headerOf, type CallContext } from '@symbio/rpc';
import {
  developPhotograph,
  NOT_A_PHOTOGRAPH,
  PHOTOGRAPH_HEAD_BYTES,
  PhotographFailure,
  photographTypeOf,
  type DevelopedPhotograph,
  type DevelopOptions,
} from '@symbio/page-engine/photographs';
import { MAX_PHOTOGRAPH_BYTES, MAX_VISIT_PHOTOGRAPHS } from '@symbio/proto/limits';
import { photographEvents, type AddPhotographRequest, type PhotographHeader } from '@symbio/proto/document';
import type { StillMay } from '@symbio/project-access';
import { photographPrefix } from '../files/blob-keys.js';
import { NEEDED_ROLE } from '../policy.js';
import { inScratch, type ReceivedBytes } from '../files/scratch.js';
import { checkFileName, emptyFile } from '../uploads/upload-checks.js';
import { isStored, UNTIMED, type PhotographRow, type StoredPhotograph } from './model.js';
import { checkCaption, photographEvent, tooManyPhotographs, type PhotographDeps } from './photographs.js';

export interface AddPhotographDeps extends PhotographDeps {
  /** Checked as the caller. */
  hasVisit: (projectId: string, visitId: string, context: CallContext) => Promise<boolean>;
  stillMay: StillMay;
  received: ReceivedBytes;
  /** Default: in a child process. */
  develop?: (options: DevelopOptions) => Promise<DevelopedPhotograph>;
}

type CheckedHeader = Pick<PhotographHeader, 'id' | 'projectId' | 'visitId' | 'fileName' | 'caption'>;

/** A large one takes half a gigabyte. */
const AT_ONCE = 1;

const idTaken = (): AppError => conflict('id_taken', 'This id belongs to another photograph.');
const tooLarge = (): AppError =>
  new AppError(
    'OUT_OF_RANGE',
    'file_too_large',
    `Photographs must be smaller than ${MAX_PHOTOGRAPH_BYTES / 1_024 / 1_024} MB`,
  );

/** The sender is at fault for the file; a fault of the machine may be retried. */
function refusalOf(failure: PhotographFailure): AppError {
  const { reason, message } = failure;
  const isOurs = reason === 'crashed' || reason === 'timeout';
  return new AppError(isOurs ? 'UNAVAILABLE' : 'INVALID_ARGUMENT', reason, message, { cause: failure });
}

export function createAddPhotograph(deps: AddPhotographDeps) {
  const { repository, writer, access, blobs, clock, hasVisit, stillMay, received, develop = developPhotograph } = deps;
  const semaphore = new Semaphore(AT_ONCE);

  /** @throws AppError FAILED_PRECONDITION if another person or visit has the id */
  function refuseOthers(there: PhotographRow, header: CheckedHeader, { actor }: CallContext): void {
    const { projectId, visitId } = header;
    if (there.projectId !== projectId || there.visitId !== visitId || there.addedBy !== doerOf(actor)) throw idTaken();
  }

  /** For a retry with the same file. */
  async function repeated(there: StoredPhotograph, body: AsyncIterable<Buffer>): Promise<StoredPhotograph> {
    const hash = createHash('sha256');
    for await (const chunk of limited(body)) hash.update(chunk);
    if (hash.digest('hex') !== there.sha256) throw idTaken();
    return there;
  }

  /** Inserts a hidden record first, so files always have an owner. */
  async function begin(header: CheckedHeader, attempt: string, context: CallContext): Promise<PhotographRow> {
    const { id, ...named } = header;
    const { actor } = context;
    const values = {
      ...named,
      sha256: '',
      takenAt: '',
      sortKey: '',
      addedBy: doerOf(actor),
      addedByName: actor.name,
      begunAt: clock.now(),
      attempts: [attempt],
    };
    const insert = () => writer.insert(id, values, actor, () => []);
    const join = async () => {
      if (!(await repository.find(id))) return undefined;
      return writer.change(id, actor, (there) => {
        refuseOthers(there, header, context);
        if (isStored(there)) return undefined;
        return { set: { begunAt: clock.now(), attempts: [...(there.attempts ?? []), attempt] }, events: [] };
      });
    };
    // the attempt that owns the record may fail concurrently
    const row = (await insert()) ?? (await join()) ?? (await insert());
    if (!row) throw idTaken();
    return row;
  }

  const folderOf = ({ id, projectId, visitId }: CheckedHeader, attempt: string): string =>
    `${photographPrefix(projectId, visitId, id)}/${attempt}`;

  /** The folder is unique to the attempt. */
  async function store(folder: string, developed: DevelopedPhotograph) {
    const { width, height } = developed;
    const { size: fileSize } = await stat(developed.picture);
    const stored = { picture: `${folder}/picture.jpg`, thumbnail: `${folder}/small.webp`, width, height, fileSize };
    await blobs.putFile(stored.picture, developed.picture, { contentType: 'image/jpeg' });
    await blobs.putFile(stored.thumbnail, developed.thumbnail, { contentType: 'image/webp' });
    return stored;
  }

  function receive(into: string, body: AsyncIterable<Buffer>, { signal }: CallContext) {
    return received.hold((counted) =>
      inScratch('photograph', async (folder) => {
        const file = path.join(folder, 'sent');
        const hash = createHash('sha256');
        const passing = async function* () {
          for await (const chunk of counted(checked(body))) {
            hash.update(chunk);
            yield chunk;
          }
        };
        await pipeline(Readable.from(passing(), { objectMode: false }), createWriteStream(file), { signal });
        const sha256 = hash.digest('hex');
        const developed = await semaphore.run(() => develop({ file, outDir: folder, signal }), signal);
        const stored = await store(into, developed);
        const { takenAt = '', latitude, longitude, heading } = developed.notes;
        return { sha256, stored, takenAt, sortKey: takenAt || UNTIMED, latitude, longitude, heading };
      }),
    );
  }

  /** The sweep removes the rest. */
  async function giveUp(header: CheckedHeader, attempt: string, context: CallContext): Promise<void> {
    const folder = folderOf(header, attempt);
    try {
      const seen = await repository.find(header.id);
      // stored; only the response was lost
      if (seen?.stored?.picture.startsWith(`${folder}/`)) return;
      await blobs.removePrefix(folder);
      await writer.change(header.id, serviceActor('document'), (row) => {
        // stored by a concurrent identical call
        if (!row.begunAt) return undefined;
        const attempts = row.attempts?.filter((other) => other !== attempt) ?? [];
        // an identical call is running
        return attempts.length > 0 ? { set: { attempts }, events: [] } : { remove: true, events: [] };
      });
    } catch (error) {
      context.log.warn({ err: error }, 'left a failed photograph to the sweep');
    }
  }

  async function addNew(header: CheckedHeader, body: AsyncIterable<Buffer>, context: CallContext) {
    if ((await repository.count(header.visitId)) >= MAX_VISIT_PHOTOGRAPHS) throw tooManyPhotographs();
    if (!(await hasVisit(header.projectId, header.visitId, context))) throw notFound('Site visit');
    const attempt = newId();
    const begun = await begin(header, attempt, context);
    if (isStored(begun)) return repeated(begun, body);
    try {
      const made = await receive(folderOf(header, attempt), body, context);
      await stillMay(context.actor, header.projectId, NEEDED_ROLE.upload);
      const row = await writer.change(header.id, context.actor, (there, after) => {
        // a concurrent identical call won: its pictures stay
        if (isStored(there)) return undefined;
        const set = { ...made, begunAt: undefined, attempts: undefined };
        return { set, events: [photographEvent(photographEvents.added, after(set))] };
      });
      // the visit was deleted concurrently
      if (!row || !isStored(row)) throw notFound('Site visit');
      if (row.sha256 !== made.sha256) throw idTaken();
      return row;
    } catch (error) {
      await giveUp(header, attempt, context);
      if (context.signal.aborted) throw new AppError('CANCELLED', 'cancelled', 'The upload was cancelled.');
      throw error instanceof PhotographFailure ? refusalOf(error) : error;
    }
  }

  /**
   * Idempotent: the same id, person, file and visit return the existing photograph.
   * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, OUT_OF_RANGE above 40 MB, FAILED_PRECONDITION when
   * the visit is full or the id is taken
   */
  return async function add(
    requests: AsyncIterable<AddPhotographRequest>,
    context: CallContext,
  ): Promise<StoredPhotograph> {
    const parts = requests[Symbol.asyncIterator]();
    try {
      const header = checkHeader(await headerOf(parts));
      await access.require(context, header.projectId, NEEDED_ROLE.upload);
      const there = await repository.find(header.id);
      if (there) refuseOthers(there, header, context);
      if (there && isStored(there)) return await repeated(there, chunksOf(parts));
      return await addNew(header, chunksOf(parts), context);
    } finally {
      // also after a refusal, so the client stops sending
      await parts.return?.();
    }
  };
}

export type AddPhotograph = ReturnType<typeof createAddPhotograph>;

function checkHeader({ id, projectId, visitId, fileName, caption }: PhotographHeader): CheckedHeader {
  const fields: Record<string, string> = {};
  if (!projectId) fields['project_id'] = 'project_id is required';
  if (!isId(visitId)) fields['visit_id'] = 'visit_id must be a UUID';
  if (id && !isId(id)) fields['id'] = 'id must be a UUID';
  refuseFields(fields);
  return { id: id || newId(), projectId, visitId, fileName: checkFileName(fileName), caption: checkCaption(caption) };
}

async function* limited(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_PHOTOGRAPH_BYTES) throw tooLarge();
    yield chunk;
  }
}

/** Yields the body after its first bytes are verified to be a photograph. */
async function* checked(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  const refuseOthers = (seen: Buffer): void => {
    if (seen.length === 0) throw emptyFile();
    if (photographTypeOf(seen)) return;
    throw invalid('not_an_image', NOT_A_PHOTOGRAPH);
  };
  for await (const chunk of limited(body)) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < PHOTOGRAPH_HEAD_BYTES) continue;
    refuseOthers(head);
    yield head;
    head = undefined;
  }
  if (!head) return;
  refuseOthers(head);
  yield head;
}
