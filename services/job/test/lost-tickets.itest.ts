/** What the job service looks after by itself: tickets that got lost, and figures for the metrics. */
import {
  connectBroker,
  createLogger,
  jobStream,
  jobSubject,
  newId,
  type Client,
  type RunningService,
} from '@symbio/kit';
import {
  callAs,
  callAsService,
  eventually,
  fakeService,
  person,
  TestClock,
  testClient,
  testConfig,
} from '@symbio/kit/testing';
import { DocumentServiceService } from '@symbio/proto/document';
import { JobServiceService, JobTicket } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import { readConfig } from '../src/config.js';
import { start } from '../src/start.js';

const TYPE = 'classify-document';
/** Nobody else in this run uses it. */
const PRIORITY = 8;
const PROJECT = newId();
const editor = person();
const clock = new TestClock();
const config = testConfig('job_lost_tickets');
const broker = await connectBroker(config.NATS_URL, 'job-test', createLogger({ name: 'test', level: 'silent' }));
const tickets: JobTicket[] = [];
const closers: (() => unknown)[] = [];
let running: RunningService;
let jobs: Client<typeof JobServiceService>;

beforeAll(async () => {
  const projects = await fakeService(ProjectServiceService, {
    checkAccess: () => Promise.resolve({ roles: { [PROJECT]: 'editor' } }),
  });
  const documents = await fakeService(DocumentServiceService, {});
  broker.watch('symbio.job.v1.>', (_, body) => tickets.push(JobTicket.fromJSON(body)));
  await broker.ready();
  const env = {
    SYMBIO_PROJECT_ADDR: projects.address,
    SYMBIO_DOCUMENT_ADDR: documents.address,
    JOB_TEND_SECONDS: '0.05',
    JOB_SWEEP_SECONDS: '0.05',
  };
  running = await start(
    { ...readConfig({ ...env, MONGODB_URI: 'x', NATS_URL: 'x', INTERNAL_TOKEN_SECRET: 'x'.repeat(32) }), ...config },
    { clock },
  );
  const connected = testClient(JobServiceService, running.address);
  jobs = connected.client;
  closers.push(
    () => connected.close(),
    () => running.stop(),
    () => projects.close(),
    () => documents.close(),
    () => broker.drain(),
  );
});

afterAll(async () => {
  for (const close of closers) await close();
});

async function create(): Promise<string> {
  const payload = { projectId: PROJECT, documentId: newId(), pageNumbers: [] };
  const request = { type: TYPE, payload, priority: PRIORITY, documentFilename: 'a.pdf' };
  return (await jobs.createJob(request, await callAs(editor))).job?.id ?? '';
}
const ticketsOf = (jobId: string): number[] =>
  tickets.filter((ticket) => ticket.jobId === jobId).map(({ attempt }) => attempt);
const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${running.adminPort}/metrics`)).text();

it('a ticket that got lost with its queue is sent again, one that waits is not', async () => {
  const jobId = await create();
  await eventually(() => expect(ticketsOf(jobId)).toEqual([1]));
  const manager = await broker.connection.jetstreamManager();
  await manager.streams.purge(jobStream(TYPE).name, { filter: jobSubject(TYPE, PRIORITY) });
  clock.advance(61_000);
  await eventually(() => expect(ticketsOf(jobId)).toEqual([1, 1]));
  // it waits in its queue now: another look, which counts a second job, changes nothing
  const seen = await jobs.getJob({ id: jobId }, await callAs(editor));
  const second = await create();
  await eventually(async () =>
    expect(await metrics()).toMatch(
      /symbio_jobs_active\{kind="classify-document",status="pending",service="job"\} 2\n/,
    ),
  );
  expect(ticketsOf(jobId)).toEqual([1, 1]);
  expect((await jobs.getJob({ id: jobId }, await callAs(editor))).job).toEqual(seen.job);
  for (const id of [jobId, second]) await jobs.cancelJob({ id }, await callAs(editor));
});

it('the metrics say how many jobs wait, how attempts ended, how long they took and what was given up', async () => {
  const jobId = await create();
  await eventually(async () =>
    expect(await metrics()).toMatch(
      /symbio_jobs_active\{kind="classify-document",status="pending",service="job"\} 1\n/,
    ),
  );
  const hold = { jobId, attempt: 1, workerId: 'w1' };
  const worker = await callAsService('document-worker');
  clock.advance(4_000);
  await jobs.startAttempt(hold, worker);
  clock.advance(7_000);
  await jobs.failAttempt({ ...hold, errorMessage: 'No.', permanent: true }, worker);
  const text = await metrics();
  const labels = 'kind="classify-document"';
  expect(text).toContain(`symbio_job_wait_seconds_sum{service="job",${labels}} 4\n`);
  expect(text).toContain(`symbio_job_attempt_seconds_sum{service="job",${labels},outcome="failed"} 7\n`);
  expect(text).toContain(`symbio_jobs_given_up_total{${labels},service="job"} 1\n`);
});
