import { act, screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { jobFixture } from '../../testing/jobs.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { AgentsPage } from './agents-page.js';
import type { Job } from './job-records.js';
import { agentsStage, cells, done, failed, forgotten, ID, pending, row, running } from './agents-stage.js';

const stage = agentsStage();

describe('job actions', () => {
  it('depend on the status: cancel while it waits, retry after a failure (JOB-22, JOB-24)', async () => {
    renderProjectScreen(<AgentsPage />);
    await row(failed);
    const offers = (job: Job) => screen.getByTestId(`job-${job.id}`).textContent.match(/Retry|Cancel/g);
    expect(offers(failed)).toEqual(['Retry']);
    expect(offers(pending)).toEqual(['Cancel']);
    expect(offers(running)).toBeNull();
    expect(offers(done)).toBeNull();
  });

  it('exclude retry when the document was deleted', async () => {
    const gone = jobFixture(`${ID}00000de1`, {
      status: 'failed',
      error_message: 'The document was deleted.',
      payload: { documentId: null, projectId: project.id, pageNumbers: [] },
    });
    stage.jobs = [gone];
    const view = renderProjectScreen(<AgentsPage />);
    expect((await row(gone)).textContent).toContain('The document was deleted.');
    expect(screen.queryByRole('button', { name: 'Retry job 00000de1' })).toBeNull();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000de1' }));
    const bar = within(screen.getByRole('region', { name: 'Selected agents' }));
    expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Retry' }).disabled).toBe(true);
  });

  it('include retry where the file is the reason, with advice that helps instead (JOB-24)', async () => {
    const hopeless = jobFixture(`${ID}00000ba1`, {
      status: 'failed',
      error_message: 'This file is not a PDF, although its name may say so. Save it as a PDF and upload that.',
      error_permanent: true,
    });
    stage.jobs = [failed, hopeless];
    renderProjectScreen(<AgentsPage />);
    const words = (await row(hopeless)).textContent;
    expect(words).toContain('upload that.The same file would fail again. Upload another file');
    const link = within(await row(hopeless)).getByRole('link', { name: 'Upload another file' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/data-collection`);
    expect(screen.getByRole('button', { name: 'Retry job 00000ba1' })).toBeTruthy();
    expect((await row(failed)).textContent).not.toContain('another file');
  });

  it('do not link viewers to the upload', async () => {
    stage.jobs = [jobFixture(`${ID}00000ba1`, { status: 'failed', error_permanent: true })];
    renderProjectScreen(<AgentsPage />, 'viewer');
    expect(await screen.findByText('The same file would fail again.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Upload another file' })).toBeNull();
  });

  it('are refused after the document was deleted: the row shows it at once, without retry (ERR-24)', async () => {
    const sentence = 'The document of this job was deleted: there is nothing to work on.';
    stage.server.on('POST /api/rpc/retry_failed_job', {
      status: 409,
      json: { error: sentence, code: 'document_gone' },
    });
    stage.server.on(`GET /api/jobs/${failed.id}`, { json: { data: forgotten(failed) } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    await view.user.click(screen.getByRole('button', { name: 'Retry job 00000fa1' }));
    expect(await screen.findByText('Failed to retry job')).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry job 00000fa1' })).toBeNull());
    expect(within(await row(failed)).queryByRole('link')).toBeNull();
    expect((await cells(failed))[3]?.textContent).toBe('sanborn.pdf');
  });

  it('cancel a job, and the row shows it (JOB-23)', async () => {
    const cancelled = {
      ...pending,
      status: 'failed',
      failure: 'cancelled',
      error_message: 'Job cancelled by user',
    };
    stage.server.on(`POST /api/jobs/${pending.id}/cancel`, { json: { data: cancelled } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(pending);
    await view.user.click(screen.getByRole('button', { name: 'Cancel job 00000be1' }));
    await waitFor(async () => expect((await row(pending)).textContent).toContain('Job cancelled by user'));
    // a requested cancellation is not shown as a failure
    expect((await row(pending)).textContent).toContain('Cancelled');
    expect(screen.getByRole('button', { name: 'Retry job 00000be1' })).toBeTruthy();
  });

  it('leave focus in the log dialog when a button disappears, so that Escape closes it (JOB-17)', async () => {
    stage.jobs = [failed];
    stage.server.on(`GET /api/jobs/${failed.id}/logs`, { text: '' });
    stage.server.on('POST /api/rpc/retry_failed_job', {
      json: { data: { ...failed, status: 'completed', error_message: null } },
    });
    const view = renderProjectScreen(<AgentsPage />);
    await view.user.click(within(await row(failed)).getByRole('button', { name: 'Logs of job 00000fa1' }));
    const dialog = await screen.findByRole('dialog');
    await view.user.click(await within(dialog).findByRole('button', { name: 'Retry job 00000fa1' }));
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Retry job 00000fa1' })).toBeNull());
    expect(dialog.contains(document.activeElement)).toBe(true);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stop a running job after its page, and show that until then (JOB-22)', async () => {
    const busy = jobFixture(`${ID}0000c0de`, { status: 'processing', started_at: '2026-01-01T12:00:00.000Z' });
    stage.jobs = [busy];
    stage.server.on(`POST /api/jobs/${busy.id}/stop`, { json: { data: { ...busy, stopping: true } } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(busy);
    await view.user.click(screen.getByRole('button', { name: 'Stop job 0000c0de after this page' }));
    await waitFor(async () => expect((await row(busy)).textContent).toContain('Stopping after this page'));
    expect(screen.queryByRole('button', { name: /^Stop job/ })).toBeNull();
  });

  it.each([
    ['cancel', pending, 'Cancel job 00000be1', 'Failed to cancel job'],
    ['retry', failed, 'Retry job 00000fa1', 'Failed to retry job'],
  ] as const)('show why they could not %s, and read the job again (ERR-24)', async (action, job, button, title) => {
    const path = action === 'retry' ? '/api/rpc/retry_failed_job' : `/api/jobs/${job.id}/${action}`;
    stage.server.on(`POST ${path}`, { status: 409, json: { error: 'This one is processing.' } });
    stage.server.on(`GET /api/jobs/${job.id}`, {
      json: { data: { ...job, status: 'processing', error_message: null } },
    });
    const view = renderProjectScreen(<AgentsPage />);
    await row(job);
    await view.user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText('This one is processing.')).toBeTruthy();
    await waitFor(async () => expect((await row(job)).textContent).toContain('Processing'));
  });

  it('apply to several jobs at once, with an outcome for each', async () => {
    const second = jobFixture(`${ID}00000fa2`, { status: 'failed' });
    stage.jobs = [...stage.jobs, second];
    stage.server.on('POST /api/jobs/retry', {
      json: {
        data: [
          { id: failed.id, job: { ...failed, status: 'pending', error_message: null }, error: null, code: null },
          { id: second.id, job: null, error: 'Only a failed job can be retried.', code: 'job_state' },
        ],
      },
    });
    stage.server.on(`GET /api/jobs/${second.id}`, { json: { data: { ...second, status: 'processing' } } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    for (const tail of ['00000fa1', '00000be1', '00000fa2'])
      await view.user.click(screen.getByRole('checkbox', { name: `Select job ${tail}` }));
    const bar = within(screen.getByRole('region', { name: 'Selected agents' }));
    expect(bar.getByText('3 selected')).toBeTruthy();
    expect(bar.getByRole('button', { name: 'Cancel 1' })).toBeTruthy();
    await view.user.click(bar.getByRole('button', { name: 'Retry 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: '1 agent retried, 1 not' }));
    const texts = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(texts).toEqual(['00000fa2Only a failed job can be retried.', '00000fa1Queued again']);
    expect(stage.server.requestsOf('POST /api/jobs/retry')[0]?.body).toEqual({ ids: [failed.id, second.id] });
    await view.user.click(await dialog.findByRole('button', { name: 'Close' }));
    await waitFor(async () => expect((await row(failed)).textContent).toContain('Pending'));
    // after a refusal the row shows the current state
    expect((await row(second)).textContent).toContain('Processing');
  });

  it('read all jobs again when many were refused', async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      jobFixture(`${ID}${String(index).padStart(8, '0')}`, { status: 'failed' }),
    );
    stage.jobs = many;
    stage.server.on('POST /api/jobs/retry', () => {
      stage.jobs = many.map(forgotten);
      return { json: { data: many.map(({ id }) => ({ id, job: null, error: 'Gone.', code: 'document_gone' })) } };
    });
    const view = renderProjectScreen(<AgentsPage />);
    await screen.findByText('Showing 20 of 20 agents');
    await view.user.click(screen.getAllByRole('checkbox', { name: 'Select all loaded agents' })[0] as HTMLElement);
    await view.user.click(screen.getByRole('button', { name: 'Retry 20' }));
    await screen.findByRole('dialog', { name: '0 agents retried, 20 not' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Retry job/, hidden: true })).toBeNull());
    expect(stage.server.requests.filter(({ path }) => path === `/api/jobs/${many[0]?.id}`)).toEqual([]);
  });

  it('show when the whole bulk call fails', async () => {
    stage.server.on('POST /api/jobs/cancel', { status: 503, json: { error: 'The job service is not available.' } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(pending);
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000be1' }));
    await view.user.click(screen.getByRole('button', { name: 'Cancel 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: '0 agents cancelled, 1 not' }));
    expect(dialog.getByText('The job service is not available.')).toBeTruthy();
  });

  it('select a range with Shift, and all loaded jobs at once', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000fa1' }));
    await view.user.keyboard('{Shift>}');
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000d01' }));
    await view.user.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeTruthy();
    await view.user.click(screen.getAllByRole('checkbox', { name: 'Select all loaded agents' })[0] as HTMLElement);
    expect(screen.getByText('6 selected')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected agents' })).toBeNull();
  });
});

describe('the Job Logs modal', () => {
  const LOG = ['12:00  begun', '12:01  page 1 of 62', '12:02  page 2 of 62'].join('\n');
  const open = async (job: Job, log: string) => {
    stage.server.on(`GET /api/jobs/${job.id}/logs`, { text: log });
    const view = renderProjectScreen(<AgentsPage />);
    await row(job);
    await view.user.click(screen.getByRole('button', { name: `Logs of job ${job.id.slice(-8)}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Job Logs' }));
    return { view, dialog };
  };

  it('shows the text with the number of lines and the job id, read-only (JOB-16, JOB-20)', async () => {
    const { dialog } = await open(done, LOG);
    const text = await dialog.findByRole('region', { name: 'Log' });
    expect(text.textContent).toContain('page 2 of 62');
    expect(text.querySelector('input, textarea, [contenteditable]')).toBeNull();
    expect(dialog.queryByLabelText('Follow')).toBeNull();
    expect(dialog.getByText('3 lines')).toBeTruthy();
    expect(dialog.getByText(done.id)).toBeTruthy();
  });

  it('shows that it is loading, and when it is empty (JOB-18, JOB-19)', async () => {
    const { handler, answer } = heldAnswer();
    stage.server.on(`GET /api/jobs/${done.id}/logs`, handler);
    const view = renderProjectScreen(<AgentsPage />);
    await row(done);
    await view.user.click(screen.getByRole('button', { name: 'Logs of job 00000d01' }));
    expect(await screen.findByText('Loading logs...')).toBeTruthy();
    answer({ text: '' });
    expect(await screen.findByText('No logs available')).toBeTruthy();
    expect(screen.getByText("This job hasn't generated any logs yet or they may have been cleared.")).toBeTruthy();
  });

  it.each(['Escape', 'the close button', 'the backdrop'])('closes by %s (JOB-17)', async (way) => {
    const { view, dialog } = await open(done, LOG);
    if (way === 'Escape') await view.user.keyboard('{Escape}');
    else if (way === 'the close button') await view.user.click(await dialog.findByRole('button', { name: 'Close' }));
    else await view.user.click(document.querySelector('.fui-DialogSurface__backdrop') as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(view.path()).not.toContain('job=');
  });

  it('finds words in the log, step by step', async () => {
    const { view, dialog } = await open(done, LOG);
    const box = await dialog.findByRole('searchbox', { name: 'Search the log' });
    await view.user.type(box, 'PAGE');
    const here = () => document.querySelector('mark[aria-current]')?.closest('div')?.textContent;
    expect(dialog.getByText('1 of 2')).toBeTruthy();
    expect(here()).toContain('page 1 of 62');
    await view.user.click(await dialog.findByRole('button', { name: 'Next hit' }));
    expect(dialog.getByText('2 of 2')).toBeTruthy();
    expect(here()).toContain('page 2 of 62');
    await view.user.type(box, '{Enter}');
    expect(dialog.getByText('1 of 2')).toBeTruthy();
    await view.user.click(await dialog.findByRole('button', { name: 'Previous hit' }));
    expect(dialog.getByText('2 of 2')).toBeTruthy();
    await view.user.type(box, ' nowhere');
    expect(dialog.getByText('No hits')).toBeTruthy();
  });

  it('follows the end of a growing log', async () => {
    const { dialog } = await open(running, LOG);
    expect((await dialog.findByLabelText<HTMLInputElement>('Follow')).checked).toBe(true);
    expect(dialog.getByText('page 14 of 62')).toBeTruthy();
  });

  it('shows every attempt, newest first: start, end, duration, worker, error, outcome', async () => {
    const at = (minutes: number, seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes, seconds)).toISOString();
    const attempt = (number: number, seconds: number, outcome: string, error_message: string) => ({
      number,
      worker_id: `worker-${number}`,
      started_at: at(number, 0),
      ended_at: at(number, seconds),
      outcome,
      error_message,
    });
    stage.server.on(`GET /api/jobs/${failed.id}/attempts`, {
      json: {
        data: [
          attempt(3, 20, 'failed', 'This PDF is protected by a password.'),
          attempt(2, 90, 'returned', 'The worker was stopped and handed the job back.'),
          attempt(1, 5, 'lost', 'The worker stopped answering.'),
        ],
      },
    });
    const { view, dialog } = await open(failed, LOG);
    await view.user.click(await dialog.findByRole('tab', { name: /Attempts/ }));
    const list = within(await dialog.findByRole('list', { name: 'Attempts' })).getAllByRole('listitem');
    const expected = [
      ['Attempt 3', 'Failed', '20 s', 'worker-3', 'This PDF is protected by a password.'],
      ['Attempt 2', 'Handed back', '1 min 30 s', 'worker-2', 'The worker was stopped and handed the job back.'],
      ['Attempt 1', 'Worker lost', '5.0 s', 'worker-1', 'The worker stopped answering.'],
    ];
    expect(list).toHaveLength(expected.length);
    for (const [index, parts] of expected.entries())
      for (const part of parts) expect(list[index]?.textContent).toContain(part);
  });

  it('shows loading and errors of attempts, for a job that is not in the table (ERR-24)', async () => {
    const elsewhere = jobFixture(`${ID}0000beef`, { status: 'failed' });
    const { handler, answer } = heldAnswer();
    stage.server.on(`GET /api/jobs/${elsewhere.id}`, handler);
    stage.server.on(`GET /api/jobs/${elsewhere.id}/logs`, { text: LOG });
    stage.server.on(`GET /api/jobs/${elsewhere.id}/attempts`, { json: { data: [] } });
    const view = renderProjectScreen(<AgentsPage />);
    await act(() => view.router.navigate(`/?job=${elsewhere.id}`));
    const dialog = within(await screen.findByRole('dialog', { name: 'Job Logs' }));
    await view.user.click(await dialog.findByRole('tab', { name: /Attempts/ }));
    expect(dialog.getByText('Loading attempts...')).toBeTruthy();
    answer({ status: 503, json: { error: 'The job service is not available.' } });
    expect(await dialog.findByText('The job service is not available.')).toBeTruthy();
    stage.server.on(`GET /api/jobs/${elsewhere.id}`, { json: { data: elsewhere } });
    await view.user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText('No worker has started this job yet.')).toBeTruthy();
  });

  it('opens by URL, also for a job that is not in the table', async () => {
    const elsewhere = jobFixture(`${ID}0000beef`, { status: 'failed', error_message: 'Out of reach' });
    stage.server.on(`GET /api/jobs/${elsewhere.id}`, { json: { data: elsewhere } });
    stage.server.on(`GET /api/jobs/${elsewhere.id}/logs`, { text: LOG });
    const view = renderProjectScreen(<AgentsPage />);
    await act(() => view.router.navigate(`/?job=${elsewhere.id}`));
    const dialog = within(await screen.findByRole('dialog', { name: 'Job Logs' }));
    expect(await dialog.findByText('Out of reach')).toBeTruthy();
    expect(dialog.getByText(elsewhere.id)).toBeTruthy();
  });
});
