import { Readable } from 'node:stream';
import {
  AppError,
  BlobError,
  conflict,
  invalid,
  invalidFields,
  newId,
  notFound,
  type Actor,
  type BlobStore,
  type Clock,
} from '@symbio/kit';
import type { AddScreenshotRequest } from '@symbio/proto/issue';
import { issueChanged } from './events.js';
import { HEAD_BYTES, imageTypeOf } from './image-type.js';
import { tell } from './issues.js';
import type { IssueRow, ScreenshotValue } from './model.js';
import type { IssueRepository } from './repository.js';

/** Most screenshots of an issue, and most bytes of one (OP-36). */
export const MAX_SCREENSHOTS = 10;
export const MAX_BYTES = 10 * 1024 * 1024;
/** Longest file name, in characters. */
const MAX_FILE_NAME = 255;

export interface ScreenshotsDeps {
  repo: IssueRepository;
  blobs: Pick<BlobStore, 'put' | 'remove' | 'removePrefix'>;
  clock: Clock;
}

const folderOf = (issueId: string): string => `issues/${issueId}`;
const notAnImage = () => invalid('not_an_image', 'Only image files are allowed');
const tooMany = () => conflict('too_many_screenshots', `An issue can have at most ${MAX_SCREENSHOTS} screenshots`);

/** The bytes of an upload's chunks. */
async function* bytesOf(parts: AsyncIterator<AddScreenshotRequest>): AsyncGenerator<Buffer> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const { part } = next.value;
    if (part?.$case !== 'chunk') throw invalid('bad_upload', 'An upload is one header and then the file.');
    yield Buffer.from(part.value);
  }
}

/** The first bytes of a file, and the whole file with them in front again. */
async function peek(body: AsyncGenerator<Buffer>): Promise<{ head: Buffer; whole: AsyncGenerator<Buffer> }> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await body.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield head;
    yield* body;
  }
  return { head, whole: whole() };
}

/** Rules about the pictures of an issue. */
export function createScreenshots({ repo, blobs, clock }: ScreenshotsDeps) {
  async function store(path: string, body: AsyncGenerator<Buffer>, contentType: string): Promise<number> {
    try {
      const stored = await blobs.put(path, Readable.from(body, { objectMode: false }), {
        contentType,
        maxBytes: MAX_BYTES,
      });
      return stored.bytes;
    } catch (error) {
      if (error instanceof BlobError && error.code === 'too_large')
        throw new AppError('OUT_OF_RANGE', 'file_too_large', 'Screenshots must be smaller than 10 MB', {
          cause: error,
        });
      throw error;
    }
  }

  async function add(
    actor: Actor,
    parts: AsyncIterator<AddScreenshotRequest>,
  ): Promise<{ issueId: string; value: ScreenshotValue }> {
    const first = await parts.next();
    const header = first.done ? undefined : first.value.part;
    if (header?.$case !== 'header') throw invalid('bad_upload', 'An upload is one header and then the file.');
    const { issueId } = header.value;
    const fileName = header.value.fileName.trim();
    if (!fileName || fileName.length > MAX_FILE_NAME)
      throw invalidFields({ file_name: `A file name has 1 to ${MAX_FILE_NAME} characters` });
    const issue = await repo.issue(issueId);
    if (!issue) throw notFound('Issue');
    // asked again when it is saved; here it spares the transfer
    if (issue.screenshots.length >= MAX_SCREENSHOTS) throw tooMany();

    const { head, whole } = await peek(bytesOf(parts));
    const type = imageTypeOf(head);
    if (!type) throw notAnImage();
    const id = newId();
    const path = `${folderOf(issueId)}/${id}.${type.extension}`;
    const fileSize = await store(path, whole, type.mimeType);
    const value: ScreenshotValue = { id, path, fileName, mimeType: type.mimeType, fileSize, createdAt: clock.now() };
    try {
      const row = await repo.changeIssue(
        issueId,
        actor,
        ({ screenshots }) => {
          if (screenshots.length >= MAX_SCREENSHOTS) throw tooMany();
          return { screenshots: [...screenshots, value] };
        },
        tell(issueChanged),
      );
      if (!row) throw notFound('Issue');
    } catch (error) {
      // nobody will ever point to it
      await blobs.remove(path);
      throw error;
    }
    return { issueId, value };
  }

  return {
    /**
     * Takes a header and the file in chunks, checked by content.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT (ISSUE-34), OUT_OF_RANGE above 10 MB, FAILED_PRECONDITION beyond 10
     */
    async add(actor: Actor, requests: AsyncIterable<AddScreenshotRequest>) {
      const parts = requests[Symbol.asyncIterator]();
      try {
        return await add(actor, parts);
      } finally {
        // also after a refusal: whoever sends need not send the rest
        await parts.return?.();
      }
    },

    /** The record goes first, then the file. @throws AppError NOT_FOUND */
    async remove(actor: Actor, id: string): Promise<void> {
      const issue = await repo.issueOfScreenshot(id);
      const value = issue?.screenshots.find((screenshot) => screenshot.id === id);
      if (!issue || !value) throw notFound('Screenshot');
      const without = (row: IssueRow) => ({
        screenshots: row.screenshots.filter((screenshot) => screenshot.id !== id),
      });
      if (!(await repo.changeIssue(issue._id, actor, without, tell(issueChanged)))) throw notFound('Screenshot');
      await blobs.remove(value.path);
    },

    /** Removes what hangs on an issue that is gone: its comments and its pictures. Repeating it changes nothing. */
    async cleanUp(issueId: string): Promise<void> {
      await repo.removeComments(issueId);
      await blobs.removePrefix(folderOf(issueId));
    },
  };
}

export type Screenshots = ReturnType<typeof createScreenshots>;
