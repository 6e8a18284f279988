import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { serviceActor } from '@symbio/runtime';
import { MemoryRows, memoryTombstones } from '@symbio/mongo/testing';
import { TestClock, person } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { imageTypeOf, ScreenshotFailure } from '@symbio/page-engine/screenshots';
import { createCleanUp } from '../src/clean-up.js';
import { createComments } from '../src/comments.js';
import { createIssueAccess } from '../src/issue-access.js';
import { createIssues } from '../src/issues.js';
import type { IssueAccess } from '@symbio/proto/issue/vocabulary';
import { sightOf } from '../src/policy.js';
import type { CommentRow, IssueRow } from '../src/model.js';
import type { People } from '../src/people.js';
import type { Redraw } from '../src/pictures.js';
import { createScreenshots } from '../src/screenshots.js';
import { memoryComments, memoryIssues } from './memory-repositories.js';

/** Rejects like a blob store. */
function memoryBlobs() {
  const files = new Map<string, Buffer>();
  const blobs: Pick<BlobStore, 'put' | 'remove' | 'removePrefix'> = {
    async put(key, body, { maxBytes = Infinity }) {
      const chunks: Buffer[] = [];
      for await (const chunk of Readable.from(body)) chunks.push(Buffer.from(chunk as Uint8Array));
      const file = Buffer.concat(chunks);
      if (file.length > maxBytes) throw new BlobError('too_large', 'too large');
      if (files.has(key)) throw new BlobError('exists', 'exists');
      files.set(key, file);
      return { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') };
    },
    remove: (key) => Promise.resolve(void files.delete(key)),
    removePrefix(prefix) {
      for (const key of files.keys()) if (key.startsWith(`${prefix}/`)) files.delete(key);
      return Promise.resolve();
    },
  };
  return { files, blobs };
}

/** Passes pictures through, without the re-encoding child process. */
const unchanged: Redraw = (file) => {
  const type = imageTypeOf(file);
  if (!type) return Promise.reject(new ScreenshotFailure('not_an_image', 'Only image files are allowed'));
  return Promise.resolve({ body: file, type, width: 8, height: 6, thumbnail: Buffer.from('small') });
};

/** @param setting who sees all issues */
export function issueRules(setting: IssueAccess = 'everyone') {
  const clock = new TestClock();
  const [reporter, colleague] = [person({ name: 'Rita Reporter' }), person({ name: 'Carl Colleague' })];
  const names = { [reporter.sub]: 'Rita Reporter', [colleague.sub]: 'Carl Colleague' };
  /** Hook between a rule's read and its write, called when names are requested. */
  const concurrentWrite = { run: (): Promise<void> => Promise.resolve() };
  const people: People = {
    async getUserNames() {
      await concurrentWrite.run();
      return { names };
    },
  };
  const issueRows = new MemoryRows<IssueRow>(clock);
  const commentRows = new MemoryRows<CommentRow>(clock);
  const [repository, commentRepository] = [memoryIssues(issueRows, clock), memoryComments(commentRows)];
  const { files, blobs } = memoryBlobs();
  const tombstones = memoryTombstones();
  const access = createIssueAccess(repository, sightOf(setting));
  const self = serviceActor('issue');
  const issues = createIssues({ repository, access, people, tombstones, clock, self });
  const cleanUpDeps = { issues: repository, links: issues.links, comments: commentRepository, blobs, tombstones };
  return {
    clock,
    concurrentWrite,
    reporter: contextOf(reporter),
    colleague: contextOf(colleague),
    issueRows,
    commentRows,
    files,
    tombstones,
    issues,
    comments: createComments({ repository: commentRepository, access, people, tombstones }),
    screenshots: createScreenshots({ issues: repository, access, blobs, clock, redraw: unchanged }),
    cleanUp: createCleanUp(cleanUpDeps),
  };
}

export type IssueRules = ReturnType<typeof issueRules>;
