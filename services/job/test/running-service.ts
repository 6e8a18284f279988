import { AppError, newId, type Actor } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { person } from '@symbio/runtime/testing';
import { JobEvent, type CreateJobRequest } from '@symbio/proto/job';
import { startService } from './service-under-test.js';

const service = await startService('job', { JOB_SWEEP_SECONDS: '0.05' });
afterAll(() => service.close());

export const {
  jobs,
  broker,
  clock,
  editor,
  events,
  removed,
  roles: ROLES,
  projectId: PROJECT,
  messagesOf,
  worker,
} = service;
export const OTHER_PROJECT = newId();
export const DOCUMENT = newId();
export const viewer = person({ name: 'Vic Viewer' });
export const managing = person({ name: 'Max Manager', permissions: ['canManageAgents'] });
export const stranger = person();
ROLES[editor.sub] = { [PROJECT]: 'editor', [OTHER_PROJECT]: 'editor' };
ROLES[viewer.sub] = { [PROJECT]: 'viewer' };
ROLES[managing.sub] = { [PROJECT]: 'viewer' };

export const payload = (projectId: string, documentId: string, pageNumbers: number[] = []) => ({
  projectId,
  documentId,
  pageNumbers,
});
export const create = (overrides: Partial<CreateJobRequest> = {}, actor: Actor = editor) =>
  service.create({ payload: payload(PROJECT, DOCUMENT), ...overrides }, actor);
export const fieldsOf = async (call: Promise<unknown>): Promise<string[]> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? Object.keys(error.fields ?? {}).sort() : [];
};
export const get = async (id: string) => (await jobs.getJob({ id }, await callAs(editor))).job;
export const take = async (jobId: string, workerId = 'w1') => jobs.startAttempt({ jobId, workerId }, await worker());
/** Attempt outcomes, newest first; empty while running. */
export const outcomesOf = async (jobId: string) =>
  (await jobs.listAttempts({ jobId }, await callAs(viewer))).attempts.map(({ outcome }) => outcome);
export const published = () => events.published.flatMap(({ data }) => JobEvent.fromJSON(data).job ?? []);
export const newestOf = (jobId: string) => published().findLast(({ id }) => id === jobId);
export const GONE = {
  code: 'FAILED_PRECONDITION',
  reason: 'document_gone',
  message: 'The document of this job was deleted: there is nothing to work on.',
};
export const failWith = async (jobId: string, attempt: number, more: object = {}) =>
  (await jobs.failAttempt({ jobId, attempt, workerId: 'w1', errorMessage: 'It went wrong.', ...more }, await worker()))
    .job;
