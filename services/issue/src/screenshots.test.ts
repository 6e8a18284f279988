import { newId } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf, person } from '@symbio/runtime/testing';
import type { AddScreenshotRequest } from '@symbio/proto/issue';
import sharp from 'sharp';
import { RESTORABLE_MS } from './delete-and-restore.js';
import { issueRules, type IssueRules } from '../test/memory.js';

let rules: IssueRules;
let issueId: string;
const report = async (): Promise<string> => {
  const fields = { title: 'Tiles are blurred', description: 'On **page 3**.' };
  return (await rules.issues.create({ id: '', fields }, rules.reporter))._id;
};
beforeEach(async () => {
  rules = issueRules();
  issueId = await report();
});

const png = (r: number): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: { r, g: 90, b: 40 } } })
    .png()
    .toBuffer();
const PNG = await png(1);
const OTHER_PNG = await png(2);
/** An upload in chunks of a few bytes, so type detection needs several. */
// eslint-disable-next-line @typescript-eslint/require-await -- a stream of messages is what the rule takes
async function* upload(header: { id: string; issueId: string; fileName: string }, file: Buffer) {
  yield { part: { $case: 'header', value: header } } satisfies AddScreenshotRequest;
  for (let at = 0; at < file.length; at += 5)
    yield { part: { $case: 'chunk', value: file.subarray(at, at + 5) } } satisfies AddScreenshotRequest;
}
interface How {
  id?: string;
  on?: string;
  file?: Buffer;
  fileName?: string;
  context?: IssueRules['reporter'];
}
const add = async ({
  id = '',
  on = issueId,
  file = PNG,
  fileName = 'screen.png',
  context = rules.reporter,
}: How = {}) => {
  // own signal per call, as with gRPC
  const call = { ...context, signal: new AbortController().signal };
  return (await rules.screenshots.add(upload({ id, issueId: on, fileName }, file), call)).value;
};
const screenshots = async () => (await rules.issues.get(issueId, rules.reporter)).screenshots;
const published = () => rules.issueRows.published.map(({ name }) => name);

describe('screenshots (DATA-25, OP-36)', () => {
  it('are stored in the issue’s folder with size and uploader', async () => {
    const added = await add({ fileName: ' my screen.png ' });
    expect(added).toMatchObject({
      fileName: 'my screen.png',
      mimeType: 'image/png',
      width: 8,
      height: 6,
      addedBy: rules.reporter.actor.sub,
      createdAt: rules.clock.now(),
    });
    expect(added.path).toMatch(new RegExp(`^issues/${issueId}/[0-9a-f-]{36}\\.png$`));
    expect(added.fileSize).toBe(rules.files.get(added.path)?.length);
    expect(rules.files.get(added.thumbnailPath ?? '')).toEqual(Buffer.from('small'));
    expect(await screenshots()).toEqual([added]);
  });

  it('must contain images (ISSUE-34)', async () => {
    await expect(add({ file: Buffer.from('%PDF-1.7 pretends') })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Only image files are allowed',
    });
    expect(await outcomeOf(add({ file: Buffer.alloc(0) }))).toBe('INVALID_ARGUMENT');
    expect(await screenshots()).toEqual([]);
    expect(rules.files.size).toBe(0);
  });

  it('need a name and an existing issue, with all errors at once', async () => {
    await expect(add({ id: 'mine', fileName: ' ' })).rejects.toMatchObject({
      fields: { id: 'id must be a UUID', file_name: 'A file name has 1 to 255 characters' },
    });
    expect(await outcomeOf(add({ fileName: 'n'.repeat(256) }))).toBe('INVALID_ARGUMENT');
    expect(await outcomeOf(add({ on: newId() }))).toBe('NOT_FOUND');
  });

  it('are received as a header followed by the file', async () => {
    const header = { id: '', issueId, fileName: 'screen.png' };
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream of messages is what the rule takes
    async function* noHeader() {
      yield { part: { $case: 'chunk', value: PNG } } satisfies AddScreenshotRequest;
    }
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream of messages is what the rule takes
    async function* twoHeaders() {
      yield { part: { $case: 'header', value: header } } satisfies AddScreenshotRequest;
      yield { part: { $case: 'header', value: header } } satisfies AddScreenshotRequest;
    }
    for (const stream of [noHeader(), twoHeaders()])
      await expect(rules.screenshots.add(stream, rules.reporter)).rejects.toMatchObject({ reason: 'bad_upload' });
  });

  it('are at most ten, also when added concurrently', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(add())));
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(10);
    await expect(add()).rejects.toMatchObject({ reason: 'too_many_screenshots' });
    expect(await screenshots()).toHaveLength(10);
    expect(rules.files.size).toBe(20);
  });

  it('are deleted with their file, once', async () => {
    const [one, two] = [await add(), await add()];
    await rules.screenshots.remove(one.id, rules.colleague);
    expect(await screenshots()).toEqual([two]);
    expect([...rules.files.keys()]).toEqual([two.path, two.thumbnailPath]);
    expect(await outcomeOf(rules.screenshots.remove(one.id, rules.colleague))).toBe('NOT_FOUND');
  });

  it('deleted concurrently are deleted once: the other caller gets NOT_FOUND, and the history has one entry (DATA-25)', async () => {
    const { id } = await add();
    const entries = async () => (await rules.issues.get(issueId, rules.reporter)).history?.length ?? 0;
    const before = await entries();
    const both = [rules.reporter, rules.colleague].map((by) => outcomeOf(rules.screenshots.remove(id, by)));
    expect((await Promise.all(both)).sort()).toEqual(['NOT_FOUND', 'OK']);
    expect(await entries()).toBe(before + 1);
  });

  it('are deleted with their issue when it is permanently removed', async () => {
    await add();
    await rules.comments.create({ id: '', issueId, content: 'Deleted soon' }, rules.reporter);
    await rules.issues.remove(issueId, rules.colleague);
    await rules.cleanUp(issueId);
    expect([rules.files.size, rules.commentRows.all().length]).toEqual([2, 1]);
    rules.clock.advance(RESTORABLE_MS);
    await rules.issues.purge();
    await rules.cleanUp(issueId);
    await rules.cleanUp(issueId);
    expect([rules.files.size, rules.commentRows.all(), rules.issueRows.all()]).toEqual([0, [], []]);
    expect(published().filter((name) => name === 'issue.deleted')).toHaveLength(2);
  });
});

describe('adding a screenshot again with the same client-generated id', () => {
  it('returns the existing one, stored and published once, even at the limit of ten', async () => {
    const id = newId();
    const first = await add({ id });
    for (let count = 1; count < 10; count++) await add();
    expect(await add({ id })).toEqual(first);
    expect(await screenshots()).toHaveLength(10);
    expect(rules.files.size).toBe(20);
    expect(published().filter((name) => name === 'issue.changed')).toHaveLength(10);
  });

  it('concurrently adds one and leaves one file', async () => {
    const id = newId();
    const added = await Promise.all(Array.from({ length: 5 }, () => add({ id })));
    const [saved] = await screenshots();
    expect(added).toEqual(Array(5).fill(saved));
    expect([...rules.files.keys()]).toEqual([saved?.path, saved?.thumbnailPath]);
    expect(published()).toEqual(['issue.created', 'issue.changed']);
  });

  it('conflicts for another person, file, name or issue, and changes no file', async () => {
    const id = newId();
    const first = await add({ id });
    const others: How[] = [
      { context: contextOf(person()) },
      { file: OTHER_PNG },
      { fileName: 'other.png' },
      { on: await report() },
    ];
    const outcomes = await Promise.all(others.map((how) => outcomeOf(add({ id, ...how }))));
    expect(outcomes).toEqual(Array(4).fill('FAILED_PRECONDITION'));
    expect(await screenshots()).toEqual([first]);
    expect([...rules.files.keys()]).toEqual([first.path, first.thumbnailPath]);
  });

  it('concurrently with another file keeps the first one', async () => {
    const id = newId();
    const outcomes = await Promise.all([PNG, OTHER_PNG].map((file) => outcomeOf(add({ id, file }))));
    expect(outcomes.sort()).toEqual(['FAILED_PRECONDITION', 'OK']);
    const saved = await screenshots();
    expect([...rules.files.keys()]).toEqual(saved.flatMap(({ path, thumbnailPath }) => [path, thumbnailPath]));
  });
});
