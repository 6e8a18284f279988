/** Uploads a file: checks and hashes it while streaming, removes it if anything fails. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, conflict, isId, newId, refuseFields } from '@symbio/runtime';
import { BlobError, type BlobStore, type StoredBlob } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import { DEFAULT_CATEGORY, type CategoryValue } from '@symbio/page-engine/classification';
import type { ProjectAccess, StillMay } from '@symbio/project-access';
import { documentEvents, type UploadDocumentRequest, type UploadHeader } from '@symbio/proto/document';
import { checkCategory } from './documents.js';
import { documentEvent } from './events.js';
import { documentPrefix, originalKey } from './keys.js';
import type { DocumentRow } from './model.js';
import { NEEDED_ROLE } from './policy.js';
import type { DocumentRepository, DocumentWriter } from './repository.js';
import {
  checkFileName,
  checkHead,
  fileTooLarge,
  HEADER_BYTES,
  LARGEST_FILE_BYTES,
  PDF_TYPE,
  titleOf,
} from './upload-checks.js';
import type { UploadIntent, UploadIntents } from './upload-intent-repository.js';
import { chunksOf, headerOf } from './upload-stream.js';

export interface UploadOptions {
  /** Also finds restorable documents, which keep their files. */
  repository: Pick<DocumentRepository, 'find'>;
  writer: Pick<DocumentWriter, 'insert'>;
  access: ProjectAccess;
  /** Checked after the last byte: a member removed during the upload adds nothing. */
  stillMay: StillMay;
  blobs: Pick<BlobStore, 'put' | 'createReadStream' | 'removePrefix'>;
  intents: Pick<UploadIntents, 'begin' | 'giveUp' | 'end'>;
}

interface CheckedHeader {
  id: string;
  projectId: string;
  fileName: string;
  /** undefined: the classifier decides. */
  category: CategoryValue | undefined;
}

export class Uploads {
  readonly #o: UploadOptions;

  constructor(options: UploadOptions) {
    this.#o = options;
  }

  /**
   * Header first, then the file in chunks. Idempotent: the same id and bytes return the existing document.
   *
   * @throws AppError FAILED_PRECONDITION `id_taken` for the same id with other bytes or in another project
   */
  async upload(requests: AsyncIterable<UploadDocumentRequest>, context: CallContext): Promise<DocumentRow> {
    const parts = requests[Symbol.asyncIterator]();
    try {
      const header = checkHeader(await headerOf(parts));
      await this.#o.access.require(context, header.projectId, NEEDED_ROLE.upload);
      const known = await this.#known(header);
      if (known) {
        const same = await sameFile(known, chunksOf(parts));
        await this.#o.stillMay(context.actor, header.projectId, NEEDED_ROLE.upload);
        return same;
      }
      return await this.#store(header, chunksOf(parts), context);
    } finally {
      // also after a refusal, so that the client stops sending
      await parts.return?.();
    }
  }

  async #store(header: CheckedHeader, body: AsyncGenerator<Buffer>, context: CallContext): Promise<DocumentRow> {
    const key = originalKey(header.projectId, header.id);
    const sent = new Fingerprint();
    const checked = Readable.from(await checkedBody(body, sent, context.signal), { objectMode: false });
    const intent = await this.#o.intents.begin(header);
    let blob: StoredBlob;
    try {
      blob = await this.#o.blobs.put(key, checked, { contentType: PDF_TYPE, maxBytes: LARGEST_FILE_BYTES });
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
      if (error.code === 'too_large') throw fileTooLarge();
      if (error.code !== 'exists') throw error;
      // stored by an upload that died before its record, or by a concurrent one
      blob = await this.#adopt(key, checked, sent);
    }
    try {
      if (context.signal.aborted) throw cancelled();
      await this.#o.stillMay(context.actor, header.projectId, NEEDED_ROLE.upload);
      const row = (await this.#insert(header, blob, context)) ?? (await this.#recorded(header, blob));
      await this.#ended(intent, context);
      return row;
    } catch (error) {
      if (!(await this.#mayBeRecorded(header))) await this.#removeFiles(intent, context);
      if (error instanceof AppError) throw error;
      throw new AppError('INTERNAL', 'create_failed', 'Failed to create document', { cause: error });
    }
  }

  /** If this fails, the sweeper finishes it. */
  async #ended(intent: UploadIntent, { log }: CallContext): Promise<void> {
    await this.#o.intents
      .end(intent)
      .catch((error: unknown) => log.warn({ err: error }, 'the end of an upload could not be written down'));
  }

  /** DOC-36: removes a file without a record, but not if a concurrent upload has recorded it. */
  async #mayBeRecorded({ id }: CheckedHeader): Promise<boolean> {
    try {
      return (await this.#o.repository.find(id)) !== null;
    } catch {
      // keep the original error; the record may exist though the response was lost, so leave the file to the sweeper
      return true;
    }
  }

  /** Removes the files unless another upload with this id, perhaps in another process, needs them. */
  async #removeFiles(intent: UploadIntent, context: CallContext): Promise<void> {
    const isOurs = await this.#o.intents.giveUp(intent).catch((error: unknown) => {
      context.log.warn({ err: error }, 'a file without a record is left to the sweeper');
      return false;
    });
    if (!isOurs) return;
    await this.#o.blobs.removePrefix(documentPrefix(intent.projectId, intent.id));
    await this.#ended(intent, context);
  }

  #insert(
    header: CheckedHeader,
    { bytes, sha256 }: StoredBlob,
    { actor }: CallContext,
  ): Promise<DocumentRow | undefined> {
    const { id, projectId, fileName, category } = header;
    return this.#o.writer.insert(
      id,
      {
        projectId,
        category: category ?? DEFAULT_CATEGORY,
        categoryBy: category ? 'person' : 'nobody',
        title: titleOf(fileName),
        fileName,
        filePath: originalKey(projectId, id),
        fileSize: bytes,
        mimeType: PDF_TYPE,
        sha256,
        uploadedBy: actor.sub,
        totalPages: 0,
        pagesReady: 0,
        processingStatus: 'uploaded',
        processingError: '',
      },
      actor,
      (row) => [documentEvent(documentEvents.uploaded, row)],
    );
  }

  async #adopt(key: string, body: Readable, sent: Fingerprint): Promise<StoredBlob> {
    // the check stopped early: consume the rest for the hash
    if (!body.readableEnded) for await (const chunk of body) void chunk;
    const stored = new Fingerprint();
    for await (const chunk of (await this.#o.blobs.createReadStream(key)) as AsyncIterable<Buffer>) stored.add(chunk);
    const blob = stored.done();
    if (sent.done().sha256 !== blob.sha256) throw idTaken();
    return blob;
  }

  async #known(header: CheckedHeader): Promise<DocumentRow | undefined> {
    const row = await this.#o.repository.find(header.id);
    if (row && (row.projectId !== header.projectId || row.removal)) throw idTaken();
    return row ?? undefined;
  }

  /** The document, if a concurrent upload of the same file recorded it. */
  async #recorded(header: CheckedHeader, { sha256 }: StoredBlob): Promise<DocumentRow> {
    const row = await this.#known(header);
    if (row?.sha256 !== sha256) throw idTaken();
    return row;
  }
}

/** The document, if its file equals the upload. */
async function sameFile(document: DocumentRow, body: AsyncIterable<Buffer>): Promise<DocumentRow> {
  const sent = new Fingerprint();
  for await (const chunk of body) sent.add(chunk);
  if (sent.done().sha256 !== document.sha256) throw idTaken();
  return document;
}

const idTaken = (): AppError => conflict('id_taken', 'This id belongs to another document.');

function checkHeader({ id, projectId, fileName, category }: UploadHeader): CheckedHeader {
  const fields: Record<string, string> = {};
  if (!projectId) fields['project_id'] = 'project_id is required';
  if (id && !isId(id)) fields['id'] = 'id must be a UUID';
  refuseFields(fields);
  return {
    id: id || newId(),
    projectId,
    fileName: checkFileName(fileName),
    category: category ? checkCategory(category) : undefined,
  };
}

/** Yields the whole body after its first bytes are verified to be a PDF. */
async function checkedBody(
  body: AsyncGenerator<Buffer>,
  sent: Fingerprint,
  signal: AbortSignal,
): Promise<AsyncGenerator<Buffer>> {
  const seen: Buffer[] = [];
  let length = 0;
  while (length < HEADER_BYTES) {
    const next = await body.next();
    if (next.done) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(seen);
  checkHead(head.subarray(0, HEADER_BYTES));
  return (async function* () {
    sent.add(head);
    yield head;
    for await (const chunk of body) {
      // a disconnect must not leave a truncated file that looks complete
      if (signal.aborted) throw cancelled();
      sent.add(chunk);
      yield chunk;
    }
    if (signal.aborted) throw cancelled();
  })();
}

const cancelled = (): AppError => new AppError('CANCELLED', 'cancelled', 'The upload was cancelled.');

class Fingerprint {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > LARGEST_FILE_BYTES) throw fileTooLarge();
    this.#hash.update(chunk);
  }

  done(): StoredBlob {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}
