import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { makeTestSheetPdf } from '@symbio/tools/demo/map-set';
import { Api, LOCAL_PASSWORD, eventually, type Many, type One } from './api-client.js';
import { launch, openPage, pictured, signIn } from './browser.js';

jest.setTimeout(300_000);

/** Milliseconds a step may take on a busy machine. */
const STEP_MS = 60_000;
/** Tells this run's projects from those of an earlier one on the same stack. */
const run = Date.now();
/** More jobs than one page of the table holds (CONST-06). */
const MANY_JOBS = 104;
/** Files in one upload, fewer than the server takes. */
const FILES_AT_ONCE = 8;

interface Job {
  id: string;
  status: string;
  type: string;
  error_message: string | null;
}

let browser: Browser;
let staff: Api;

beforeAll(async () => {
  browser = await launch();
});
// a token lasts five minutes, which all journeys together may outlast on a busy machine
beforeEach(async () => {
  staff = await Api.signIn('staff@symbio.test');
});
afterAll(() => browser.close());

const agentsOf = (projectId: string): string => `/projects/${projectId}/agents`;

async function jobsOf(projectId: string, filters = ''): Promise<Job[]> {
  return (await staff.get<Many<Job>>(`/api/jobs?project_id=${projectId}&per_page=100${filters}`)).body.data;
}

async function openAgents(
  projectId: string,
  journey: (page: Page) => Promise<void>,
  { name, email = 'staff@symbio.test' }: { name: string; email?: string },
): Promise<void> {
  const { page, problems, context } = await openPage(browser);
  page.setDefaultTimeout(STEP_MS);
  await pictured({ page, problems }, name, async () => {
    await signIn(page, email, LOCAL_PASSWORD);
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    await page.goto(agentsOf(projectId));
    await journey(page);
  });
  expect(problems).toEqual([]);
  await context.close();
}

describe('the agents of a project', () => {
  it('a job appears while one looks, tells its log, and what it made (JOB-01 to JOB-09, JOB-16, JOB-17, JOB-27)', async () => {
    const project = await staff.createProject(`Agents seen live ${run}`);
    await openAgents(
      project.id,
      async (page) => {
        await page.getByText('No agents found').waitFor();
        const { pdf } = await makeTestSheetPdf({ width: 900 });
        const document = await staff.uploadOne(project.id, 'sheets of 1896.pdf', pdf, 'sanborn_maps');
        const started = await staff.post<{ jobId: string }>('/api/document-processor', {
          documentId: document.id,
          projectId: project.id,
        });
        const row = page.getByTestId(`job-${started.body.jobId}`);
        await row.waitFor();
        await row.getByText('document-specific').waitFor();
        await row.getByText('Completed').waitFor();
        await row.getByText('1/3').waitFor();
        expect(await row.getByRole('link').first().getAttribute('href')).toContain(document.id);

        await row.getByRole('button', { name: /^Logs of job/ }).click();
        const dialog = page.getByRole('dialog', { name: 'Job Logs' });
        await dialog.getByText(started.body.jobId).waitFor();
        await dialog.getByText(/^\d+ lines?$/).waitFor();
        await dialog.getByRole('region', { name: 'Log' }).waitFor();
        await dialog.getByRole('tab', { name: 'Attempts' }).click();
        await dialog.getByTestId('attempt-1').getByText('Completed').waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await page.getByTestId('statistic-completed').filter({ hasNotText: '0' }).waitFor();
        await row.getByRole('link', { name: 'sheets of 1896.pdf' }).click();
        await page.waitForURL(new RegExp(document.id));
      },
      { name: 'agents live' },
    );
  });

  it('a file that cannot be read ends as failed with a sentence, its attempts and a way to retry (JOB-05, JOB-06, JOB-24)', async () => {
    const project = await staff.createProject(`Agents and a hostile file ${run}`);
    const broken = Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n',
    );
    const document = await staff.uploadOne(project.id, 'broken.pdf', broken, 'sanborn_maps');
    await staff.process(document, project.id);
    const job = await eventually(async () => {
      const [found] = await jobsOf(project.id, '&status=failed');
      if (!found) throw new Error('no job has failed yet');
      return found;
    });
    await openAgents(
      project.id,
      async (page) => {
        const row = page.getByTestId(`job-${job.id}`);
        await row.getByText('Failed').waitFor();
        await row.getByText(job.error_message ?? 'a sentence').waitFor();
        await row.getByRole('button', { name: /^Logs of job/ }).click();
        const dialog = page.getByRole('dialog', { name: 'Job Logs' });
        await dialog.getByRole('tab', { name: 'Attempts' }).click();
        await dialog.getByTestId('attempt-1').getByText('Failed').waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();
        await row.getByRole('button', { name: /^Retry job/ }).click();
        // the same file fails again, as a further attempt
        await eventually(async () => {
          const { body } = await staff.get<Many<{ number: number }>>(`/api/jobs/${job.id}/attempts`);
          expect(body.data[0]?.number).toBeGreaterThan(1);
        });
        await row.getByText('Failed').waitFor();
        await page.getByRole('combobox', { name: 'Status' }).selectOption('completed');
        await row.waitFor({ state: 'hidden' });
      },
      { name: 'agents failed' },
    );
  });

  it('more than a hundred come as one scrolls, and the search finds one (JOB-10, JOB-12, JOB-15, CONST-09)', async () => {
    const project = await staff.createProject(`Many agents ${run}`);
    const { pdf } = await makeTestSheetPdf({ width: 300 });
    const files = Array.from({ length: MANY_JOBS }, (_, index) => ({ name: `sheet ${index + 1}.pdf`, bytes: pdf }));
    for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
      const { body } = await staff.upload(project.id, files.slice(from, from + FILES_AT_ONCE), 'sanborn_maps');
      for (const { document } of body.data) {
        const started = await staff.post('/api/document-processor', {
          documentId: document?.id,
          projectId: project.id,
          jobType: 'background-generate-records',
        });
        expect(started.status).toBe(200);
      }
    }
    const { body } = await staff.get<{ count: number }>(`/api/jobs?project_id=${project.id}`);
    await openAgents(
      project.id,
      async (page) => {
        await page.getByText(`Showing 100 of ${body.count} agents`).waitFor();
        await page.mouse.move(640, 600);
        await page.mouse.wheel(0, 20_000);
        await page.getByText(`Showing ${body.count} of ${body.count} agents`).waitFor();
        const [job] = await jobsOf(project.id);
        await page.getByRole('searchbox', { name: 'Search agents' }).fill(job?.id.slice(-8) ?? '');
        await page.getByText('Showing 1 of 1 agents').waitFor();
      },
      { name: 'agents many' },
    );
  });

  it('are not for customers, who see that access is denied (NAV-12, AUTH-32)', async () => {
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
