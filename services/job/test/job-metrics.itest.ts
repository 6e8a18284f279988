import { eventually } from '@symbio/runtime/testing';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { startService } from './service-under-test.js';

const TYPE = 'classify-document';

const service = await startService('job_metrics', { JOB_SWEEP_SECONDS: '0.05' });
afterAll(() => service.close());

const { jobs, clock, running, worker } = service;
const create = async (): Promise<string> => (await service.create({ type: TYPE })).id;
const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${running.adminPort}/metrics`)).text();

it('the metrics whose increase an alert asks for are there before any job is', async () => {
  const text = await metrics();
  for (const kind of JOB_TYPES) {
    expect(text).toContain(`symbio_jobs_given_up_total{kind="${kind}",service="job"} 0\n`);
    expect(text).toContain(`symbio_job_wait_seconds_count{service="job",kind="${kind}"} 0\n`);
  }
});

it('metrics report waiting jobs, attempt outcomes and durations, and permanent failures', async () => {
  const jobId = await create();
  await eventually(async () =>
    expect(await metrics()).toMatch(
      /symbio_jobs_active\{kind="classify-document",status="pending",service="job"\} 1\n/,
    ),
  );
  const claim = { jobId, attempt: 1, workerId: 'w1' };
  const caller = await worker();
  clock.advance(4_000);
  await jobs.startAttempt({ jobId, workerId: 'w1' }, caller);
  clock.advance(7_000);
  await jobs.failAttempt({ ...claim, errorMessage: 'No.', permanent: true }, caller);
  const text = await metrics();
  const labels = 'kind="classify-document"';
  expect(text).toContain(`symbio_job_wait_seconds_sum{service="job",${labels}} 4\n`);
  expect(text).toContain(`symbio_job_attempt_seconds_sum{service="job",${labels},outcome="failed"} 7\n`);
  expect(text).toContain(`symbio_jobs_given_up_total{${labels},service="job"} 1\n`);
});
