import { AppError, newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { WORKER, jobRules, type JobRules } from '../test/memory.js';

let rules: JobRules;
beforeEach(() => {
  rules = jobRules();
});

const begin = (jobId: string) => rules.attempts.startOne(jobId, 'w1', WORKER);
const by = () => `Ann Editor, ${rules.editor.actor.sub}`;

it('the log says who cancelled, stopped and retried a job (JOB-22, JOB-24)', async () => {
  const { _id: id } = await rules.create();
  await rules.cancelAndRetry.cancel(id, rules.editor);
  await rules.cancelAndRetry.retry(id, rules.editor);
  await begin(id);
  await rules.cancelAndRetry.stop(id, rules.editor);
  await rules.cancelAndRetry.stop(id, rules.editor);
  expect(rules.log(id).slice(1)).toEqual([
    `Job cancelled by user (${by()})`,
    `Started again by ${by()}`,
    'Attempt 2 started',
    `To be stopped after this page (${by()})`,
  ]);
});

it.each(['cancel', 'stop', 'retry'] as const)(
  'to %s is for those who may, and a refusal changes nothing',
  async (what) => {
    const { _id: id } = await rules.create();
    if (what === 'stop') await begin(id);
    if (what === 'retry') await rules.cancelAndRetry.cancel(id, rules.editor);
    const before = [rules.rows.find(id), rules.log(id)];
    const outcome = (context: typeof rules.editor, wanted = id) =>
      outcomeOf(rules.cancelAndRetry[what](wanted, context));
    expect(await outcome(rules.viewer)).toBe('PERMISSION_DENIED');
    expect(await outcome(rules.stranger)).toBe('NOT_FOUND');
    expect(await outcome(rules.editor, newId())).toBe('NOT_FOUND');
    expect(await outcome(rules.editor, 'nonsense')).toBe('NOT_FOUND');
    expect([rules.rows.find(id), rules.log(id)]).toEqual(before);
    expect(await outcome(rules.editor)).toBe('OK');
  },
);

it('what a job is refused a retry for is its own state first, then that its document is gone, then another job', async () => {
  const documentId = newId();
  const payload = { projectId: (await rules.create()).projectId, documentId, pageNumbers: [] };
  const [failed, other] = [await rules.create({ payload }), await rules.create({ payload })];
  const refusal = (id: string) =>
    rules.cancelAndRetry.retry(id, rules.editor).then(
      () => 'OK',
      (error: unknown) => (error as AppError).reason,
    );
  expect(await refusal(failed._id)).toBe('job_state');
  await rules.cancelAndRetry.cancel(failed._id, rules.editor);
  expect(await refusal(failed._id)).toBe('document_busy');
  const { _id: alone } = await rules.create({ payload: { ...payload, documentId: '' } });
  await rules.cancelAndRetry.cancel(alone, rules.editor);
  expect(await refusal(alone)).toBe('document_gone');
  await rules.cancelAndRetry.cancel(other._id, rules.editor);
  expect(await refusal(failed._id)).toBe('OK');
});

it('the second of two clicks hears that the job is pending, not that another one has its document', async () => {
  const { _id: id } = await rules.create();
  await rules.cancelAndRetry.cancel(id, rules.editor);
  const { activeOfDocument } = rules.store;
  rules.store.activeOfDocument = async (documentId) => {
    rules.store.activeOfDocument = activeOfDocument;
    await rules.cancelAndRetry.retry(id, rules.editor);
    return activeOfDocument(documentId);
  };
  await expect(rules.cancelAndRetry.retry(id, rules.editor)).rejects.toMatchObject({ reason: 'job_state' });
  expect(rules.messages(id)).toBe(2);
});

it('a retry is offered at once, and is another request’s', async () => {
  const { _id: id, requestId } = await rules.create();
  await rules.cancelAndRetry.cancel(id, rules.editor);
  const row = await rules.cancelAndRetry.retry(id, rules.editor);
  expect(row).toMatchObject({ attempt: 2, offered: true, requestId: rules.editor.requestId });
  expect(row.requestId).not.toBe(requestId);
  expect(rules.messages(id)).toBe(2);
});

it('a hundred jobs at once are not too many, and each has its own refusal (OP-32)', async () => {
  const ids = Array.from({ length: 100 }, () => newId());
  const outcomes = await rules.cancelAndRetry.cancelAll(ids, rules.editor);
  expect(outcomes.map(({ id }) => id)).toEqual(ids);
  expect(new Set(outcomes.map((one) => ('refusal' in one ? one.refusal?.code : 'OK')))).toEqual(new Set(['NOT_FOUND']));
});

it.each(['cancelAll', 'retryAll'] as const)(
  'what says nothing about one job ends the call, and is no refusal of that job (%s)',
  async (all) => {
    const ids = [(await rules.create())._id, (await rules.create())._id];
    const away = new AppError('UNAVAILABLE', 'unavailable', 'Away.');
    rules.store.find = () => Promise.reject(away);
    await expect(rules.cancelAndRetry[all](ids, rules.editor)).rejects.toBe(away);
  },
);
