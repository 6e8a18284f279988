/** Checks and hashes a file while streaming; removes it if anything fails. */
import { Readable } from 'node:stream';
import type { DocumentType } from '@symbio/page-engine/conversion';
import { AppError, isId, newId, refuseFields } from '@symbio/runtime';
import { BlobError, type BlobStore, type StoredBlob } from '@symbio/blobs';
import { chunksOf, headerOf, type CallContext } from '@symbio/rpc';
import { DEFAULT_CATEGORY } from '@symbio/page-engine/classification';
import type { ProjectAccess, StillMay } from '@symbio/project-access';
import { documentEvents, type UploadDocumentRequest, type UploadHeader } from '@symbio/proto/document';
import { checkCategory } from '../documents/documents.js';
import { documentEvent } from '../events.js';
import { documentPrefix, originalKey } from '../files/blob-keys.js';
import type { DocumentRow } from '../model.js';
import { NEEDED_ROLE, refuseForAgent } from '../policy.js';
import type { DocumentRepository, DocumentWriter } from '../repository.js';
import {
  checkFileName,
  checkHead,
  fileTooLarge,
  HEADER_BYTES,
  LARGEST_FILE_BYTES,
  PDF_TYPE,
  titleOf,
} from './upload-checks.js';
import type { UploadIntent, UploadIntents } from './intent-repository.js';
import type { StoreConverted } from './converted-files.js';
import {
  createFingerprint,
  idTaken,
  type CheckedHeader,
  type Fingerprint,
  type StoredUpload,
} from './upload-values.js';

export interface UploadDeps {
  /** Finds restorable documents too, which keep their files. */
  repository: Pick<DocumentRepository, 'find'>;
  writer: Pick<DocumentWriter, 'insert'>;
  access: ProjectAccess;
  /** Checked after the last byte: a removed member adds nothing. */
  stillMay: StillMay;
  blobs: Pick<BlobStore, 'put' | 'createReadStream' | 'removePrefix'>;
  intents: Pick<UploadIntents, 'begin' | 'giveUp' | 'end'>;
  storeConverted: StoreConverted;
}

export function createUploads({ access, stillMay, intents, blobs, repository, writer, storeConverted }: UploadDeps) {
  async function storePdf(header: CheckedHeader, checked: Readable, sent: Fingerprint): Promise<StoredUpload> {
    const key = originalKey(header.projectId, header.id);
    try {
      return await blobs.put(key, checked, { contentType: PDF_TYPE, maxBytes: LARGEST_FILE_BYTES });
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
      if (error.code === 'too_large') throw fileTooLarge();
      if (error.code !== 'exists') throw error;
      // of an upload that died before its record, or a concurrent one
      return adopt(key, checked, sent);
    }
  }

  async function store(
    header: CheckedHeader,
    body: AsyncGenerator<Buffer>,
    context: CallContext,
  ): Promise<DocumentRow> {
    const sent = createFingerprint();
    const { type, whole } = await checkedBody(body, sent, context.signal);
    const checked = Readable.from(whole, { objectMode: false });
    const intent = await intents.begin(header);
    const blob =
      type === 'pdf'
        ? await storePdf(header, checked, sent)
        : await storeConverted({ header, type, body: checked, sent, signal: context.signal });
    try {
      if (context.signal.aborted) throw cancelled();
      await stillMay(context.actor, header.projectId, NEEDED_ROLE.upload);
      const row = (await insert(header, blob, context)) ?? (await recordedByOther(header, blob));
      await endIntent(intent, context);
      return row;
    } catch (error) {
      if (!(await mayBeRecorded(header))) await removeFiles(intent, context);
      if (error instanceof AppError) throw error;
      throw new AppError('INTERNAL', 'create_failed', 'Failed to create document', { cause: error });
    }
  }

  /** After a failure the sweep finishes it. */
  async function endIntent(intent: UploadIntent, { log }: CallContext): Promise<void> {
    await intents
      .end(intent)
      .catch((error: unknown) => log.warn({ err: error }, 'could not record the end of an upload'));
  }

  /** DOC-36: a file without a record is removed, unless a concurrent upload has recorded it. */
  async function mayBeRecorded({ id }: CheckedHeader): Promise<boolean> {
    try {
      return (await repository.find(id)) !== null;
    } catch {
      // the record may exist though the response was lost: leave the file to the sweep
      return true;
    }
  }

  /** Unless another upload with this id, perhaps in another process, needs them. */
  async function removeFiles(intent: UploadIntent, context: CallContext): Promise<void> {
    const isOurs = await intents.giveUp(intent).catch((error: unknown) => {
      context.log.warn({ err: error }, 'left a file without a record to the sweep');
      return false;
    });
    if (!isOurs) return;
    await blobs.removePrefix(documentPrefix(intent.projectId, intent.id));
    await endIntent(intent, context);
  }

  function insert(
    header: CheckedHeader,
    { bytes, sha256, original, notices }: StoredUpload,
    { actor }: CallContext,
  ): Promise<DocumentRow | undefined> {
    const { id, projectId, fileName, category, description, attachedTo, derivedFrom, noCoverageYears, said } = header;
    return writer.insert(
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
        ...{ original, notices, description, attachedTo, derivedFrom, noCoverageYears, said },
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

  async function adopt(key: string, body: Readable, sent: Fingerprint): Promise<StoredBlob> {
    // consume the rest for the hash
    if (!body.readableEnded) for await (const chunk of body) void chunk;
    const stored = createFingerprint();
    for await (const chunk of (await blobs.createReadStream(key)) as AsyncIterable<Buffer>) stored.add(chunk);
    const blob = stored.done();
    if (sent.done().sha256 !== blob.sha256) throw idTaken();
    return blob;
  }

  async function existing(header: CheckedHeader): Promise<DocumentRow | undefined> {
    const row = await repository.find(header.id);
    if (row && (row.projectId !== header.projectId || row.removal)) throw idTaken();
    return row ?? undefined;
  }

  /** For a concurrent upload of the same file. */
  async function recordedByOther(
    header: CheckedHeader,
    { sha256 }: Pick<StoredUpload, 'sha256'>,
  ): Promise<DocumentRow> {
    const row = await existing(header);
    if (row?.sha256 !== sha256) throw idTaken();
    return row;
  }

  /** Likewise, for a file that is here. */
  async function add(header: CheckedHeader, body: AsyncGenerator<Buffer>, context: CallContext): Promise<DocumentRow> {
    await access.require(context, header.projectId, NEEDED_ROLE.upload);
    refuseForAgent(context.actor);
    const known = await existing(header);
    if (!known) return store(header, body, context);
    const same = await sameFile(known, body);
    await stillMay(context.actor, header.projectId, NEEDED_ROLE.upload);
    return same;
  }

  return {
    /**
     * Idempotent: the same id and bytes return the existing document.
     *
     * @throws AppError FAILED_PRECONDITION `id_taken` for other bytes or another project
     */
    async upload(requests: AsyncIterable<UploadDocumentRequest>, context: CallContext): Promise<DocumentRow> {
      const parts = requests[Symbol.asyncIterator]();
      try {
        return await add(checkHeader(await headerOf(parts)), chunksOf(parts), context);
      } finally {
        // also after a refusal, so the client stops sending
        await parts.return?.();
      }
    },

    add,
  };
}

export type Uploads = ReturnType<typeof createUploads>;

async function sameFile(document: DocumentRow, body: AsyncIterable<Buffer>): Promise<DocumentRow> {
  const sent = createFingerprint();
  for await (const chunk of body) sent.add(chunk);
  if (sent.done().sha256 !== document.sha256) throw idTaken();
  return document;
}

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

/** Type by the first bytes, and the body with them. */
async function checkedBody(
  body: AsyncGenerator<Buffer>,
  sent: Fingerprint,
  signal: AbortSignal,
): Promise<{ type: DocumentType; whole: AsyncGenerator<Buffer> }> {
  const seen: Buffer[] = [];
  let length = 0;
  while (length < HEADER_BYTES) {
    const next = await body.next();
    if (next.done) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(seen);
  const type = checkHead(head.subarray(0, HEADER_BYTES));
  const whole = async function* () {
    sent.add(head);
    yield head;
    for await (const chunk of body) {
      // a disconnect must not leave a truncated file that looks complete
      if (signal.aborted) throw cancelled();
      sent.add(chunk);
      yield chunk;
    }
    if (signal.aborted) throw cancelled();
  };
  return { type, whole: whole() };
}

const cancelled = (): AppError => new AppError('CANCELLED', 'cancelled', 'The upload was cancelled.');
