import { newId } from '@symbio/runtime';
import { JOBS_STREAM } from '@symbio/events';
import { makeMapSet } from '@symbio/fixtures/map-set';
import { running, whileSuspended, type Drill, type DrillContext } from '../drill.js';
import { eventually, makeProject, pagesOf, processed } from '../../harness/world.js';

/** Sheets of the contested document: work for some tens of seconds. */
const SHEETS = 8;
const SHEET_PIXELS = 2400;
const COPIES = 3;
/** Milliseconds within which a job must start, and be taken over from an unresponsive worker. */
const BEGUN_MS = 120_000;
const TAKEN_OVER_MS = 180_000;

interface Job {
  _id: string;
  status: string;
  workerId?: string;
}
interface Attempt {
  number: number;
  workerId: string;
  outcome?: string;
}

/** Without follow-up jobs of pages. */
const jobsOf = ({ stores }: DrillContext, documentId: string): Promise<Job[]> =>
  stores.database('job').collection<Job>('jobs').find({ documentId, type: 'document-specific' }).toArray();

const attemptsOf = ({ stores }: DrillContext, jobId: string): Promise<Attempt[]> =>
  stores
    .database('job')
    .collection<Attempt & { jobId: string }>('attempts')
    .find({ jobId })
    .sort({ number: 1 })
    .toArray();

/** Resends a job's message, as a sender without an acknowledgement does. @returns number of copies */
async function copyMessage({ stores: { broker } }: DrillContext, jobId: string): Promise<number> {
  let sent = 0;
  for await (const { subject, body, signature } of broker.stored(JOBS_STREAM.name)) {
    if (!body.includes(jobId)) continue;
    for (let copy = 0; copy < COPIES; copy++, sent++)
      await broker.publish(subject, JSON.parse(body), { id: newId(), signature });
  }
  if (sent === 0) throw new Error('the job has no message');
  return sent;
}

/**
 * Two workers compete for a job: its message is duplicated, and the first worker hangs until another has taken over,
 * then resumes. The job is done once.
 */
export const contestedJob: Drill = {
  name: 'job',
  title: 'two workers after one job',
  async act(context) {
    const { client, world } = context.work;
    const project = await makeProject(client, `${world.run} contested`);
    const years = Array.from({ length: SHEETS }, (_, index) => 1890 + index);
    const { pdf } = await makeMapSet({ seed: 16, years, width: SHEET_PIXELS });
    const workers = running(context, 'worker').filter((name) => name.startsWith('document-worker'));
    // a claimed message is acknowledged: it is copied before
    const { documentId, copies } = await whileSuspended(context, workers, async () => {
      const id = await processed(client, project, `contested ${world.run}.pdf`, pdf);
      const copied = await eventually(async () => {
        const [job] = await jobsOf(context, id);
        if (!job) throw new Error('the document has no job');
        return copyMessage(context, job._id);
      });
      return { documentId: id, copies: copied };
    });
    const begun = await eventually(async () => {
      const [job] = await jobsOf(context, documentId);
      if (!job?.workerId) throw new Error('the job was not begun');
      return { id: job._id, workerId: job.workerId };
    }, BEGUN_MS);
    const holder = workers.find((name) => begun.workerId.includes(`-${context.stack.pid(name)}-`));
    if (holder === undefined) throw new Error(`no worker is ${begun.workerId}`);
    await whileSuspended(context, [holder], () =>
      eventually(async () => {
        const newest = (await attemptsOf(context, begun.id)).at(-1);
        if (!newest || newest.workerId === begun.workerId) throw new Error(`${holder} hangs, and no other took over`);
      }, TAKEN_OVER_MS),
    );
    const pages = await pagesOf(client, documentId);
    const attempts = await eventually(async () => {
      const all = await attemptsOf(context, begun.id);
      if (all.some(({ outcome }) => outcome === undefined)) throw new Error('an attempt is unfinished');
      return all;
    });
    const jobs = await jobsOf(context, documentId);
    const completed = attempts.filter(({ outcome }) => outcome === 'completed').length;
    return {
      note: `${copies} copies of its message, ${holder} hung until the other took over; ${attempts.length} attempts`,
      problems: [
        ...(pages.length === SHEETS ? [] : [`${pages.length} pages of ${SHEETS} sheets`]),
        ...(jobs.length === 1 ? [] : [`${jobs.length} jobs of one document`]),
        ...(completed === 1 ? [] : [`${completed} attempts were completed`]),
      ],
    };
  },
};
