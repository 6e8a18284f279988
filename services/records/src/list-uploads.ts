/** Files of lists in parts: a broken connection or closed tab loses one part at most. */
import { checkStart, FILE_OPTIONS, ListFileError, partsOfList, PARTS_PREFIX, START_BYTES } from '@symbio/agency-lists';
import { checkOffset, createFileParts, endOfParts, wrongOffset, type BlobStore } from '@symbio/blobs';
import type {
  DataSet,
  DiscardListUploadRequest,
  FinishListUploadRequest,
  GetListUploadRequest,
  UploadListPartRequest,
} from '@symbio/proto/records';
import { chunksOf, headerOf, type CallContext } from '@symbio/rpc';
import { AppError, invalid, isId, refuseFields, type Clock, type Logger } from '@symbio/runtime';
import { emptyFile, tooLarge, type DataSets } from './data-sets.js';

/** Milliseconds without progress. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
export const PARTS_SWEEP_MS = 3_600_000;

export interface ListUploadsDeps {
  dataSets: Pick<DataSets, 'get' | 'add'>;
  blobs: Pick<BlobStore, 'put' | 'createReadStream' | 'list' | 'stat' | 'removePrefix'>;
  clock: Clock;
  log: Logger;
}

type Target = Pick<GetListUploadRequest, 'id' | 'dataSetId'>;

/** @throws AppError INVALID_ARGUMENT */
function checkHead(head: Buffer): void {
  if (head.length === 0) throw emptyFile();
  try {
    checkStart(head);
  } catch (error) {
    if (error instanceof ListFileError) throw invalid('unsupported_file', error.message);
    throw error;
  }
}

export function createListUploads({ dataSets, blobs, clock, log }: ListUploadsDeps) {
  const parts = createFileParts({
    ...{ blobs, clock, log, prefix: PARTS_PREFIX, contentType: FILE_OPTIONS.contentType },
    ...{ maxFileBytes: FILE_OPTIONS.maxBytes, fileTooLarge: tooLarge, abandonedAfterMs: ABANDONED_AFTER_MS },
  });
  const keyOf = ({ id, dataSetId }: Target): string => `${partsOfList(dataSetId)}/${id}`;

  /** The list, and whether the upload has become a version of it. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
  async function known({ id, dataSetId }: Target): Promise<{ dataSet: DataSet; bytes: number | undefined }> {
    refuseFields({ ...(!isId(id) && { id: 'id must be a UUID' }) });
    const dataSet = await dataSets.get(dataSetId);
    return { dataSet, bytes: dataSet.versions.find((version) => version.id === id)?.bytes };
  }

  return {
    /** Bytes received, and the list once the version exists. */
    async status(target: GetListUploadRequest, { actor }: CallContext): Promise<{ offset: number; dataSet?: DataSet }> {
      const { dataSet, bytes } = await known(target);
      if (bytes !== undefined) return { offset: bytes, dataSet };
      return { offset: endOfParts(await parts.of(keyOf(target), actor.sub)) };
    },

    /** Idempotent. @returns bytes received without a gap @throws AppError ABORTED `upload_offset` */
    async addPart(requests: AsyncIterable<UploadListPartRequest>, { actor }: CallContext): Promise<number> {
      const messages = requests[Symbol.asyncIterator]();
      try {
        const header = await headerOf(messages);
        checkOffset(header.offset);
        await known(header);
        return await parts.add(
          { upload: keyOf(header), userId: actor.sub, offset: header.offset },
          chunksOf(messages),
          { headBytes: START_BYTES, checkHead },
        );
      } finally {
        await messages.return?.();
      }
    },

    /**
     * Adds the version. Idempotent.
     *
     * @throws AppError ABORTED `upload_offset` while bytes are missing, FAILED_PRECONDITION `upload_differs` for another
     * file, which restarts
     */
    async finish(request: FinishListUploadRequest, context: CallContext): Promise<DataSet> {
      const { dataSet, bytes } = await known(request);
      if (bytes !== undefined) return dataSet;
      const key = keyOf(request);
      const received = await parts.of(key, context.actor.sub);
      if (endOfParts(received) !== request.size) throw wrongOffset(endOfParts(received));
      try {
        const added = await dataSets.add(request, parts.bytes(received, request.sha256), context);
        await parts.remove(key);
        return added;
      } catch (error) {
        // the bytes can never match
        if (error instanceof AppError && error.reason === 'upload_differs') await parts.remove(key);
        throw error;
      }
    },

    async discard(target: DiscardListUploadRequest, { actor }: CallContext): Promise<void> {
      await known(target);
      await parts.of(keyOf(target), actor.sub);
      await parts.remove(keyOf(target));
    },

    sweep: () => parts.sweep(),
  };
}

export type ListUploads = ReturnType<typeof createListUploads>;
