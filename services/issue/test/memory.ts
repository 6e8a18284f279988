/** What the rules work with, in memory: repositories, names, pictures, tombstones. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobError, type BlobStore, type Tombstones } from '@symbio/kit';
import { MemoryRows, TestClock, contextOf, person } from '@symbio/kit/testing';
import { createCleanUp } from '../src/clean-up.js';
import { createComments } from '../src/comments.js';
import { createIssues } from '../src/issues.js';
import type { CommentRow, IssueRow } from '../src/model.js';
import type { People } from '../src/people.js';
import type { CommentRepository, IssueRepository } from '../src/repository.js';
import { createScreenshots } from '../src/screenshots.js';

const newestFirst = (one: IssueRow, other: IssueRow): number => other.createdAt.getTime() - one.createdAt.getTime();

const memoryIssues = (rows: MemoryRows<IssueRow>): IssueRepository => ({
  find: (id) => Promise.resolve(rows.find(id)),
  findByScreenshot: (wanted) =>
    Promise.resolve(rows.all().find(({ screenshots }) => screenshots.some(({ id }) => id === wanted))),
  list(status, { skip, perPage }) {
    const all = rows.all().filter((row) => !status || row.status === status);
    return Promise.resolve({ rows: all.sort(newestFirst).slice(skip, skip + perPage), count: all.length });
  },
  insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
  change: (id, actor, decide, events) =>
    rows.change(id, actor, (row, after) => {
      const set = decide(row);
      return set && { set, events: events(after(set)) };
    }),
  remove: (id, actor, events) => rows.change(id, actor, (row) => ({ remove: true, events: events(row) })),
});

const memoryComments = (rows: MemoryRows<CommentRow>): CommentRepository => ({
  find: (id) => Promise.resolve(rows.find(id)),
  list: (issueId) => Promise.resolve(rows.all().filter((row) => row.issueId === issueId)),
  insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
  change: (id, content, actor, events) =>
    rows.change(id, actor, (row, after) =>
      row.content === content ? undefined : { set: { content }, events: events(after({ content })) },
    ),
  removeAllOf: (issueId) => Promise.resolve(rows.drop((row) => row.issueId === issueId)),
});

/** Files by their key; a put is refused as a blob store refuses it. */
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

function memoryTombstones(): Tombstones {
  const ids = new Set<string>();
  return {
    record: (id) => Promise.resolve(void ids.add(id)),
    any: (...wanted) => Promise.resolve(wanted.some((id) => ids.has(id))),
  };
}

/** The service's rules without its servers. */
export function issueRules() {
  const clock = new TestClock();
  const [reporter, colleague] = [person({ name: 'Rita Reporter' }), person({ name: 'Carl Colleague' })];
  const names = { [reporter.sub]: 'Rita Reporter', [colleague.sub]: 'Carl Colleague' };
  /** Runs when names are asked for: after a rule looked and before it writes. */
  const meanwhile = { run: (): Promise<void> => Promise.resolve() };
  const people: People = {
    async getUserNames() {
      await meanwhile.run();
      return { names };
    },
  };
  const issueRows = new MemoryRows<IssueRow>(clock);
  const commentRows = new MemoryRows<CommentRow>(clock);
  const [issues, comments] = [memoryIssues(issueRows), memoryComments(commentRows)];
  const { files, blobs } = memoryBlobs();
  const tombstones = memoryTombstones();
  return {
    clock,
    meanwhile,
    reporter: contextOf(reporter),
    colleague: contextOf(colleague),
    issueRows,
    commentRows,
    files,
    issues: createIssues({ repository: issues, people, tombstones }),
    comments: createComments({ repository: comments, issues, people, tombstones }),
    screenshots: createScreenshots({ issues, blobs, clock }),
    cleanUp: createCleanUp({ issues, comments, blobs, tombstones, self: reporter }),
  };
}

export type IssueRules = ReturnType<typeof issueRules>;
