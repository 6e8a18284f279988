import { newId } from '@symbio/runtime';
import { PROJECT, WORKER, jobRules, type JobRules } from '../test/memory.js';

let rules: JobRules;
beforeEach(() => {
  rules = jobRules();
});

const about = (documentId: string, projectId = PROJECT) => ({
  payload: { projectId, documentId, pageNumbers: [] },
});
const stored = (id: string) => rules.rows.find(id)!;
const begin = (jobId: string) => rules.attempts.startOne(jobId, 'w1', WORKER);

describe('a document that is deleted', () => {
  it('ends its jobs with a line, and the attempt of one that runs with it', async () => {
    const documentId = newId();
    const [waiting, running] = [await rules.create(about(documentId)), await rules.create(about(documentId))];
    await begin(running._id);
    await rules.reactions.documentDeleted(documentId);
    for (const { _id } of [waiting, running]) {
      expect(stored(_id)).toMatchObject({ status: 'failed', errorMessage: 'The document was deleted.' });
      expect(stored(_id).documentId).toBeUndefined();
      expect(rules.log(_id).at(-1)).toBe('The document was deleted.');
    }
    expect([rules.outcomes(waiting._id), rules.outcomes(running._id)]).toEqual([[], ['abandoned']]);
    expect(stored(running._id).leaseUntil).toBeUndefined();
    // deletion by a user is not a failure
    expect(await rules.figures()).toEqual({ givenUp: 0, ended: { abandoned: 1 } });
  });

  it('changes nothing of a job that was over but its link, and says nothing in its log', async () => {
    const documentId = newId();
    const { _id: id } = await rules.create(about(documentId));
    await rules.cancelAndRetry.cancel(id, rules.editor);
    const [before, log] = [stored(id), rules.log(id)];
    await rules.reactions.documentDeleted(documentId);
    const { errorMessage, failure, documentId: link } = stored(id);
    expect([errorMessage, failure, link]).toEqual([before.errorMessage, 'cancelled', undefined]);
    expect(rules.log(id)).toEqual(log);
  });

  it('and that was restored before the deletion event arrived keeps its jobs', async () => {
    const documentId = newId();
    const { _id: id } = await rules.create(about(documentId));
    await rules.reactions.documentRestored(documentId, 6);
    await rules.reactions.documentDeleted(documentId, 5);
    expect(stored(id)).toMatchObject({ status: 'pending', documentId });
  });

  it('has its jobs relinked when it is restored, unless it was permanently removed', async () => {
    const [back, gone] = [newId(), newId()];
    const jobs = [await rules.create(about(back)), await rules.create(about(gone))];
    for (const documentId of [back, gone]) await rules.reactions.documentDeleted(documentId, 5);
    await rules.reactions.documentDeleted(gone);
    for (const documentId of [back, gone]) await rules.reactions.documentRestored(documentId, 6);
    const links = jobs.map(({ _id }) => stored(_id)).map((row) => [row.documentId, row.deletedDocumentId]);
    expect(links).toEqual([
      [back, undefined],
      [undefined, undefined],
    ]);
    expect(jobs.map(({ _id }) => stored(_id).status)).toEqual(['failed', 'failed']);
  });
});

describe('a project', () => {
  it('that is permanently removed takes its jobs with attempts and logs, and no others', async () => {
    const [mine, other] = [await rules.create(), await rules.create(about(newId(), newId()))];
    for (const { _id } of [mine, other]) await begin(_id);
    await rules.reactions.projectDeleted(PROJECT);
    expect(rules.rows.all().map(({ _id }) => _id)).toEqual([other._id]);
    expect([rules.attemptsOf(mine._id), rules.log(mine._id)]).toEqual([[], []]);
    expect([rules.attemptsOf(other._id).length, rules.log(other._id).length]).toEqual([1, 2]);
  });

  it('that is restored has offered again what waits for a worker, and nothing else', async () => {
    const [waiting, running, other] = [
      await rules.create(),
      await rules.create(),
      await rules.create(about(newId(), newId())),
    ];
    await begin(running._id);
    await rules.reactions.projectRestored(PROJECT);
    expect([waiting, running, other].map(({ _id }) => rules.messages(_id))).toEqual([2, 1, 1]);
  });
});

describe('a document whose file was opened after its jobs were created', () => {
  const opened = (documentId: string, pages: number, category = 'regulatory_database') =>
    rules.reactions.documentChanged(documentId, { category, pages }, 9);
  const first = () => rules.scheduler.next('pictures');

  it('has them wait among those of its size (OP-31)', async () => {
    const [large, small] = [newId(), newId()];
    const before = await rules.create(about(large));
    const job = await rules.create(about(small));
    await opened(large, 40);
    expect(await first()).toMatchObject({ _id: before._id });
    await opened(small, 3);
    expect(await first()).toMatchObject({ _id: job._id, expectedPages: 3, documentCategory: 'regulatory_database' });
    expect(stored(before._id)).toMatchObject({ size: before.size, turn: before.turn });
  });

  it('leaves those that run, or were made for certain pages', async () => {
    const documentId = newId();
    const running = await rules.create(about(documentId));
    await begin(running._id);
    const pages = { payload: { projectId: PROJECT, documentId, pageNumbers: [1, 2] } };
    const single = await rules.create({ ...pages, type: 'document-specific' });
    await opened(documentId, 40);
    expect(stored(running._id)).toMatchObject({ size: running.size });
    expect(stored(single._id)).toMatchObject({ size: single.size, rank: single.rank });
  });
});
