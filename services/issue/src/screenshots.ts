import { Readable } from 'node:stream';
import {
  AppError,
  agentsPropose,
  conflict,
  isAgent,
  named,
  newId,
  notFound,
  parseFields,
  doerOf,
  type Clock,
} from '@symbio/runtime';
import { clientId, idTaken } from '@symbio/mongo';
import type { BlobStore } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import type { Redrawn } from '@symbio/page-engine/screenshots';
import { issueEvents, type AddScreenshotRequest, type ScreenshotHeader } from '@symbio/proto/issue';
import { z } from 'zod';
import { issueEvent } from './events.js';
import { appended, historyEntry } from './history.js';
import type { IssueAccess } from './issue-access.js';
import type { IssueRow, ScreenshotValue } from './model.js';
import { createRedraw, type Redraw } from './pictures.js';
import type { IssueRepository } from './repository.js';
import { badUpload, bytesOf, sha256Of, readAll } from './uploads.js';

/** Maximum per issue (OP-36). */
export const MAX_SCREENSHOTS = 10;
const MAX_FILE_NAME = 255;

const FILE_NAME = `A file name has 1 to ${MAX_FILE_NAME} characters`;
const headerSchema = z.object({
  id: clientId,
  issueId: z.string(),
  fileName: z.string().trim().min(1, FILE_NAME).max(MAX_FILE_NAME, FILE_NAME),
});

export interface ScreenshotDeps {
  issues: Pick<IssueRepository, 'findByScreenshot' | 'change'>;
  access: Pick<IssueAccess, 'find' | 'maySee'>;
  blobs: Pick<BlobStore, 'put' | 'remove'>;
  clock: Clock;
  /** Re-encodes a picture; default: in a child process. */
  redraw?: Redraw | undefined;
}

export interface AddedScreenshot {
  issueId: string;
  value: ScreenshotValue;
}

export const screenshotFolder = (issueId: string): string => `issues/${issueId}`;

const tooMany = () => conflict('too_many_screenshots', `An issue can have at most ${MAX_SCREENSHOTS} screenshots`);

export function createScreenshots({ issues, access, blobs, clock, redraw }: ScreenshotDeps) {
  const redrawn = createRedraw(redraw);

  /** Stores a picture and its thumbnail under unique names, since an identical concurrent call may do the same. */
  async function store(issueId: string, { body, type, width, height, thumbnail }: Redrawn) {
    const base = `${screenshotFolder(issueId)}/${newId()}`;
    const [path, thumbnailPath] = [`${base}.${type.extension}`, `${base}-small.webp`];
    const put = (key: string, file: Buffer, contentType: string) =>
      blobs.put(key, Readable.from(file, { objectMode: false }), { contentType });
    const { bytes: fileSize } = await put(path, body, type.mimeType);
    await put(thumbnailPath, thumbnail, 'image/webp');
    return { path, thumbnailPath, mimeType: type.mimeType as string, fileSize, width, height };
  }

  async function removeFiles({ path, thumbnailPath }: Pick<ScreenshotValue, 'path' | 'thumbnailPath'>): Promise<void> {
    await blobs.remove(path);
    if (thumbnailPath) await blobs.remove(thumbnailPath);
  }

  /** Screenshot of an earlier call with this id. @throws AppError FAILED_PRECONDITION if it differs */
  function repeated(there: ScreenshotValue, again: Pick<ScreenshotValue, 'fileName' | 'addedBy' | 'sha256'>) {
    const { fileName, addedBy, sha256 } = there;
    if (fileName !== again.fileName || addedBy !== again.addedBy || sha256 !== again.sha256)
      throw idTaken('A screenshot');
    return there;
  }

  /** Adds a stored file to its issue, or returns the one added by an identical concurrent call. */
  async function save(issueId: string, value: ScreenshotValue, { actor }: CallContext): Promise<ScreenshotValue> {
    const row = await issues.change(
      issueId,
      actor,
      (current) => {
        const { screenshots } = current;
        const there = screenshots.find(({ id }) => id === value.id);
        if (there) {
          repeated(there, value);
          return undefined;
        }
        if (screenshots.length >= MAX_SCREENSHOTS) throw tooMany();
        const entry = historyEntry(actor, clock, [{ field: 'screenshots', to: value.fileName }]);
        return { screenshots: [...screenshots, value], history: appended(current, entry) };
      },
      (after) => [issueEvent(issueEvents.changed, after)],
    );
    const saved = row?.screenshots.find(({ id }) => id === value.id);
    if (!saved) throw notFound('Issue');
    return saved;
  }

  async function receive(
    { id: clientsId, issueId: name, fileName }: ScreenshotHeader,
    body: AsyncGenerator<Buffer>,
    context: CallContext,
  ): Promise<AddedScreenshot> {
    const issue = await named('Issue', 'issue_id', access.find(name, context));
    const { _id: issueId } = issue;
    const id = clientsId || newId();
    const addedBy = doerOf(context.actor);
    const there = issue.screenshots.find((screenshot) => screenshot.id === id);
    if (there) return { issueId, value: repeated(there, { fileName, addedBy, sha256: await sha256Of(body) }) };
    if (clientsId && (await issues.findByScreenshot(id))) throw idTaken('A screenshot');
    // checked again on save; avoids a useless transfer
    if (issue.screenshots.length >= MAX_SCREENSHOTS) throw tooMany();

    const { bytes, sha256 } = await readAll(body);
    const picture = await redrawn(bytes, context.signal);
    const stored = await store(issueId, picture);
    const value = { id, fileName, createdAt: clock.now(), addedBy, sha256, ...stored };
    let saved: ScreenshotValue;
    try {
      saved = await save(issueId, value, context);
    } catch (error) {
      // refused, so nothing will reference the file; after other failures something may
      if (error instanceof AppError) await removeFiles(stored);
      throw error;
    }
    if (saved.path !== stored.path) await removeFiles(stored);
    return { issueId, value: saved };
  }

  return {
    /**
     * Receives a header and the file in chunks, and checks the content. Idempotent: the same id, uploader, file and
     * issue returns the existing screenshot.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT (ISSUE-34), OUT_OF_RANGE above 10 MB, FAILED_PRECONDITION beyond 10
     * and when the id is taken
     */
    async add(requests: AsyncIterable<AddScreenshotRequest>, context: CallContext): Promise<AddedScreenshot> {
      const parts = requests[Symbol.asyncIterator]();
      try {
        const first = await parts.next();
        const part = first.done ? undefined : first.value.part;
        if (part?.$case !== 'header') throw badUpload();
        const header = parseFields<z.output<typeof headerSchema>>(headerSchema, part.value);
        return await receive(header, bytesOf(parts), context);
      } finally {
        // also after a refusal: stops the sender
        await parts.return?.();
      }
    },

    /** Removes the record, then the file. @throws AppError NOT_FOUND, PERMISSION_DENIED (agents_propose) */
    async remove(id: string, { actor }: CallContext): Promise<void> {
      const issue = await issues.findByScreenshot(id);
      const value = issue?.screenshots.find((screenshot) => screenshot.id === id);
      if (!issue || !value || !access.maySee(actor, issue)) throw notFound('Screenshot');
      if (isAgent(actor) && value.addedBy !== actor.agentId)
        throw agentsPropose('This screenshot was added by someone else.', 'Add a comment instead.');
      const without = (row: IssueRow) => {
        const screenshots = row.screenshots.filter((screenshot) => screenshot.id !== id);
        // a concurrent call removed it and wrote the history
        if (screenshots.length === row.screenshots.length) throw notFound('Screenshot');
        const entry = historyEntry(actor, clock, [{ field: 'screenshots', from: value.fileName }]);
        return { screenshots, history: appended(row, entry) };
      };
      const row = await issues.change(issue._id, actor, without, (after) => [issueEvent(issueEvents.changed, after)]);
      if (!row) throw notFound('Screenshot');
      await removeFiles(value);
    },
  };
}

export type Screenshots = ReturnType<typeof createScreenshots>;
