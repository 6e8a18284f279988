import { jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { jpegImage, pdfBuffer } from '@symbio/fixtures/pdf-writer';
import { workerCount } from '@symbio/tools/dev/stack-settings';
import { Api, eventually, type Document, type ErrorBody, type Many, type One, type Project } from './api-client.js';
import { enter, launch, leave, openPage, pictured } from './browser.js';
import { READING_MS, TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

const run = Date.now();
/** Less than the 100 of CONST-06, which would take minutes to create; more than fit on a screen of this height. */
const JOBS_PER_PAGE = 8;
const LOW = 420;
const MANY_JOBS = 10;
const FILES_AT_ONCE = 2;
/** Only the stack of these tests leaves a job to a paused worker for long enough. */
const MAY_PAUSE = process.env['E2E_LOGS'] !== undefined;
/** More than a worker processes until it is paused, or else during the test. */
const LONG_PAGES = MAY_PAUSE ? 400 : 1_800;

interface Job {
  id: string;
  status: string;
  type: string;
  error_message: string | null;
  progress: { message: string } | null;
}

let browser: Browser;
let staff: Api;
/** Process ids of paused workers. */
const paused = new Set<number>();

beforeAll(async () => {
  browser = await launch();
  staff = await Api.signIn('staff@symbio.test');
});
afterEach(resumeWorkers);
afterAll(() => browser.close());

const agentsOf = (projectId: string): string => `/projects/${projectId}/agents`;

async function jobsOf(projectId: string, filters = ''): Promise<Job[]> {
  return (await staff.get<Many<Job>>(`/api/jobs?project_id=${projectId}&per_page=100${filters}`)).body.data;
}

async function start(document: Document, jobType?: string): Promise<string> {
  const { status, body } = await staff.post<{ jobId: string }>('/api/document-processor', {
    documentId: document.id,
    jobType,
  });
  expect(status).toBe(200);
  return body.jobId;
}

async function uploadBroken(project: Project, name: string): Promise<Document> {
  const broken = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n';
  return staff.uploadOne(project.id, name, Buffer.from(broken), 'sanborn_maps');
}

/** Enough text on each page to skip OCR. */
async function longPdf(): Promise<Buffer> {
  const size = 200;
  const jpeg = await sharp({ create: { width: size, height: size, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  return pdfBuffer(async (writer) => {
    for (let page = 1; page <= LONG_PAGES; page++) {
      const text = `Page ${page} of a long document`;
      const textLayer = [{ text, from: [10, 20], to: [190, 20], capHeight: 3 }] as const;
      await writer.addImagePage(jpegImage(jpeg, size, size), { dpi: 100, textLayer });
    }
  });
}

/** Pauses the worker of a job: it would compete with the browser for the processors. */
async function pauseWorkerOf(jobId: string): Promise<void> {
  if (!MAY_PAUSE) return;
  const { body } = await staff.get<Many<{ worker_id: string }>>(`/api/jobs/${jobId}/attempts`);
  const pid = Number(/-(\d+)-[^-]+$/.exec(body.data[0]?.worker_id ?? '')?.[1]);
  process.kill(pid, 'SIGSTOP');
  paused.add(pid);
}

function resumeWorkers(): void {
  for (const pid of paused) process.kill(pid, 'SIGCONT');
  paused.clear();
}

/** More jobs than one page holds. */
async function makeManyJobs(project: Project): Promise<void> {
  const { pdf } = await makeTestSheetPdf({ width: 300 });
  const files = Array.from({ length: FILES_AT_ONCE }, (_, index) => ({ name: `sheet ${index + 1}.pdf`, bytes: pdf }));
  const { body } = await staff.upload(project.id, files, 'sanborn_maps');
  const documents = body.data.flatMap(({ document }) => document ?? []);
  expect(documents).toHaveLength(FILES_AT_ONCE);
  for (let made = 0; made < MANY_JOBS; made += documents.length) {
    const jobs = await Promise.all(
      // a running job keeps its document until it ends
      documents.map((document) => eventually(() => start(document, 'background-generate-records'))),
    );
    await Promise.all(
      jobs.map(async (id) => expect([200, 409]).toContain((await staff.post(`/api/jobs/${id}/cancel`, {})).status)),
    );
  }
}

async function choose(page: Page, rows: readonly Locator[], button: string): Promise<void> {
  for (const row of rows) await row.getByRole('checkbox').check();
  await page.getByRole('region', { name: 'Selected agents' }).getByRole('button', { name: button }).click();
}

async function openAgents(
  projectId: string,
  journey: (page: Page) => Promise<void>,
  { name, email = 'staff@symbio.test', height }: { name: string; email?: string; height?: number },
): Promise<void> {
  const { page, problems, context } = await openPage(browser, { height });
  await pictured({ page, problems }, name, async () => {
    await enter(page, email);
    await page.goto(agentsOf(projectId));
    await journey(page);
  });
  expect(problems).toEqual([]);
  await leave(context);
}

describe('the agents of a project', () => {
  it('a job appears live, and shows its log and results (JOB-01 to JOB-09, JOB-16, JOB-17, JOB-27)', async () => {
    const project = await staff.createProject(`Agents seen live ${run}`);
    await openAgents(
      project.id,
      async (page) => {
        await page.getByText('No agents found').waitFor();
        const { pdf } = await makeTestSheetPdf({ width: 900 });
        const document = await staff.uploadOne(project.id, 'sheets of 1896.pdf', pdf, 'sanborn_maps');
        const jobId = await start(document);
        const row = page.getByTestId(`job-${jobId}`);
        await row.waitFor();
        await row.getByText('document-specific').waitFor();
        await row.getByText('Completed').waitFor();
        await row.getByText('0/3').waitFor();
        await row.locator(`a[href*="${document.id}"]`).first().waitFor();

        await row.getByRole('button', { name: /^Logs of job/ }).click();
        const dialog = page.getByRole('dialog', { name: 'Job Logs' });
        await dialog.getByText(jobId).waitFor();
        await dialog.getByText(/^\d+ lines?$/).waitFor();
        await dialog.getByRole('region', { name: 'Log' }).waitFor();
        await dialog.getByRole('searchbox', { name: 'Search the log' }).fill('PAGE 1:');
        await dialog.getByText(/^1 of \d+$/).waitFor();
        await dialog
          .locator('mark[aria-current]')
          .filter({ hasText: /^Page 1:$/ })
          .waitFor();
        await dialog.getByRole('searchbox', { name: 'Search the log' }).fill('nowhere in it');
        await dialog.getByText('No hits').waitFor();
        await dialog.getByRole('tab', { name: 'Attempts' }).click();
        await dialog.getByTestId('attempt-1').getByText('Completed').waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await page.getByTestId('statistic-completed').filter({ hasNotText: '0' }).waitFor();

        await staff.settled(document.id);
        const again = await eventually(async () => {
          const answer = await staff.post<One<{ job_id: string }>>(`/api/documents/${document.id}/pages/1/process`, {});
          // its text may still be indexed
          expect(answer.status).toBe(202);
          return answer.body.data.job_id;
        }, READING_MS);
        const pageRow = page.getByTestId(`job-${again}`);
        await pageRow.getByText(', page 1').waitFor();
        const made = pageRow.getByRole('link', { name: '1 page', exact: true });
        await made.waitFor();
        await eventually(async () =>
          expect((await jobsOf(project.id)).find(({ id }) => id === again)?.progress?.message).toBe('page 1 of 1'),
        );
        await made.click();
        await page.waitForURL(new RegExp(`${document.id}\\?page=1$`));
      },
      { name: 'agents live' },
    );
  });

  it('unreadable files fail with a message and their attempts, and are retried individually or in bulk (JOB-05, JOB-06, JOB-24, OP-32)', async () => {
    const project = await staff.createProject(`Agents and hostile files ${run}`);
    for (const name of ['broken.pdf', 'broken too.pdf']) await start(await uploadBroken(project, name));
    const failed = await eventually(async () => {
      const found = await jobsOf(project.id, '&status=failed');
      expect(found).toHaveLength(2);
      return found;
    });
    const attemptsOf = async (id: string): Promise<number> =>
      (await staff.get<Many<unknown>>(`/api/jobs/${id}/attempts`)).body.data.length;
    const failedAgain = (expected: readonly number[]): Promise<void> =>
      eventually(async () => {
        // the same file fails again, as another attempt
        expect(await Promise.all(failed.map(({ id }) => attemptsOf(id)))).toEqual(expected);
        expect(await jobsOf(project.id, '&status=failed')).toHaveLength(2);
      });
    await openAgents(
      project.id,
      async (page) => {
        const rows = failed.map(({ id }) => page.getByTestId(`job-${id}`));
        const [row] = rows as [Locator, Locator];
        const reason = failed[0]?.error_message ?? 'a sentence';
        await row.getByText('Failed').waitFor();
        await row.getByText(reason).waitFor();
        await row.getByRole('link', { name: 'Upload another file' }).waitFor();
        await row.getByRole('button', { name: /^Retry job/ }).click();
        await failedAgain([2, 1]);

        await row.getByText('Failed').waitFor();
        await choose(page, rows, 'Retry 2');
        await page.getByText('2 agents retried').waitFor();
        await failedAgain([3, 2]);

        await row.getByText('Failed').waitFor();
        await row.getByRole('button', { name: /^Logs of job/ }).click();
        const dialog = page.getByRole('dialog', { name: 'Job Logs' });
        await dialog.getByRole('tab', { name: 'Attempts' }).click();
        const attempts = dialog.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
        await attempts.nth(2).waitFor();
        for (const [index, number] of [3, 2, 1].entries()) {
          let attempt = attempts.nth(index);
          for (const part of [`Attempt ${number}`, 'Failed', 'Started', 'Ended', reason])
            attempt = attempt.filter({ hasText: part });
          await attempt.waitFor();
        }
        await dialog.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('combobox', { name: 'Status' }).selectOption('completed');
        await row.waitFor({ state: 'hidden' });
      },
      { name: 'agents failed' },
    );
  });

  it('pending jobs are cancelled and retried in bulk; running jobs continue until their document is deleted (JOB-22, JOB-23, OP-32)', async () => {
    const project = await staff.createProject(`Agents that wait ${run}`);
    const bytes = await longPdf();
    const { pdf: sheet } = await makeTestSheetPdf({ width: 300 });
    await openAgents(
      project.id,
      async (page) => {
        await page.getByText('No agents found').waitFor();
        // one per worker, so later jobs wait; the page is open, as other journeys wait for the workers, too
        const long: Document[] = [];
        const running: string[] = [];
        for (let index = 1; index <= workerCount(process.env); index++) {
          const document = await staff.uploadOne(project.id, `long ${index}.pdf`, bytes, 'sanborn_maps');
          const id = await start(document);
          await eventually(async () => {
            const [job] = (await jobsOf(project.id, '&status=processing')).filter((one) => one.id === id);
            expect(job?.progress?.message).toMatch(/^page \d+ of/);
          });
          await pauseWorkerOf(id);
          long.push(document);
          running.push(id);
        }
        const waiting: string[] = [];
        for (const name of ['first.pdf', 'second.pdf', 'third.pdf'])
          waiting.push(await start(await staff.uploadOne(project.id, name, sheet, 'sanborn_maps')));
        const rowOf = (id: string): Locator => page.getByTestId(`job-${id}`);
        const busy = rowOf(running[0] ?? '');
        await busy.getByText(new RegExp(`page \\d+ of ${LONG_PAGES}`)).waitFor();
        await busy.getByRole('progressbar').waitFor();
        expect(await busy.getByRole('button', { name: /^Cancel job/ }).count()).toBe(0);
        for (const id of waiting) await rowOf(id).getByText('Pending').waitFor();

        await choose(page, waiting.map(rowOf), 'Cancel 3');
        await page.getByText('3 agents cancelled').waitFor();
        for (const id of waiting) await rowOf(id).getByText('Job cancelled by user').waitFor();
        await choose(page, waiting.map(rowOf), 'Retry 3');
        await page.getByText('3 agents retried').waitFor();
        for (const id of waiting) await rowOf(id).getByText('Pending').waitFor();

        resumeWorkers();
        for (const { id } of long) expect((await staff.delete(`/api/documents/${id}`)).status).toBe(200);
        for (const id of running) await rowOf(id).getByText('The document was deleted.').waitFor();
        await busy.getByRole('button', { name: /^Retry job/ }).waitFor({ state: 'hidden' });
        const refused = await staff.post<ErrorBody>(`/api/jobs/${running[0]}/retry`, {});
        expect([refused.status, refused.body.code]).toEqual([409, 'document_gone']);
        for (const id of waiting) await rowOf(id).getByText('Completed').waitFor();
      },
      { name: 'agents waiting' },
    );
  });

  it('further pages load on scrolling, and the search finds a job (JOB-10, JOB-12, JOB-15, CONST-09)', async () => {
    const project = await staff.createProject(`Many agents ${run}`);
    await makeManyJobs(project);
    // completed jobs may have started others
    for (const status of ['pending', 'processing'])
      await eventually(async () => expect(await jobsOf(project.id, `&status=${status}`)).toEqual([]), READING_MS);
    const { body } = await staff.get<{ count: number }>(`/api/jobs?project_id=${project.id}`);
    expect(body.count).toBeGreaterThan(JOBS_PER_PAGE);
    await openAgents(
      project.id,
      async (page) => {
        await page.route('**/api/jobs?*', (route) => {
          const url = new URL(route.request().url());
          url.searchParams.set('per_page', String(JOBS_PER_PAGE));
          return route.continue({ url: url.href });
        });
        await page.goto(agentsOf(project.id));
        await page.getByText(`Showing ${JOBS_PER_PAGE} of ${body.count} agents`).waitFor();
        await page.mouse.move(640, LOW - 60);
        await eventually(async () => {
          await page.mouse.wheel(0, 20_000);
          expect(await page.getByText(`Showing ${body.count} of ${body.count} agents`).count()).toBe(1);
        });
        const [job] = await jobsOf(project.id);
        await page.getByRole('searchbox', { name: 'Search agents' }).fill(job?.id.slice(-8) ?? '');
        await page.getByText('Showing 1 of 1 agents').waitFor();
      },
      { name: 'agents many', height: LOW },
    );
  });

  it('deny access to customers (NAV-12, AUTH-32)', async () => {
    const project = await staff.createProject(`Agents of others ${run}`);
    const customer = await Api.signIn('customer@symbio.test');
    const { body } = await customer.get<One<{ id: string }>>('/api/me');
    const added = await staff.post(`/api/projects/${project.id}/members`, { user_id: body.data.id, role: 'viewer' });
    expect(added.status).toBeLessThan(300);
    await openAgents(
      project.id,
      async (page) => {
        await page.getByRole('heading', { name: 'Access denied' }).waitFor();
        expect(await page.getByRole('link', { name: 'Agents', exact: true }).count()).toBe(0);
      },
      { name: 'agents denied', email: 'customer@symbio.test' },
    );
  });
});
