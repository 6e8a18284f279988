import { fireEvent, screen, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { jobFixture } from '../../testing/jobs.js';
import { signedIn } from '../../testing/sign-in.js';
import type { Job } from './job-records.js';

// Agents page with six jobs.

export const ID = '01890000-0000-7000-8000-0000';
export const failed = jobFixture(`${ID}00000fa1`, {
  status: 'failed',
  current_attempts: 3,
  error_message: 'This PDF is protected by a password.',
  type: 'ingest-generic-pdf',
});
export const pending = jobFixture(`${ID}00000be1`, { status: 'pending', current_attempts: 0, duration_seconds: null });
export const running = jobFixture(`${ID}00000c01`, {
  status: 'processing',
  progress: { done: 14, total: 62, message: 'page 14 of 62' },
});
export const done = jobFixture(`${ID}00000d01`, { result: { pages_processed: 62, pages_skipped: 0, pages_failed: 1 } });
export const without = jobFixture(`${ID}00000e01`, {
  payload: { documentId: null, projectId: project.id, pageNumbers: [] },
  document_filename: 'An environmental database report.pdf',
});
export const nameless = jobFixture(`${ID}00000f01`, { ...without, id: `${ID}00000f01`, document_filename: null });

export class AgentsStage {
  server!: FakeServer;
  jobs: Job[] = [];
  readonly lastQuery = () => this.server.requestsOf('GET /api/jobs').at(-1)?.query;
}

export function agentsStage(): AgentsStage {
  // jsdom does not implement it
  Element.prototype.scrollIntoView = () => undefined;
  const stage = new AgentsStage();
  beforeEach(async () => {
    const server = fakeServer();
    stage.server = server;
    await signedIn(server);
    stage.jobs = [failed, pending, running, done, without, nameless];
    server.on('GET /api/jobs', ({ query }) => {
      const page = Number(query.get('page'));
      const size = Number(query.get('per_page'));
      return {
        json: {
          data: stage.jobs.slice((page - 1) * size, page * size),
          page,
          per_page: size,
          total_pages: Math.ceil(stage.jobs.length / size),
          count: stage.jobs.length,
        },
      };
    });
    server.on('GET /api/jobs/stats', {
      json: {
        data: { pending: 3, processing: 1, completed: 118, failed: 4, retrying: 0, average_processing_seconds: 12.4 },
      },
    });
    // taller than the window, so the bottom is only reached by scrolling
    setPageHeight(5000);
  });
  afterEach(() => scrollTo(0));
  return stage;
}

function setPageHeight(height: number): void {
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: height, configurable: true });
}

export function scrollTo(y: number): void {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  fireEvent.scroll(window);
}
export const forgotten = (job: Job): Job => ({ ...job, payload: { ...job.payload, documentId: null } });

export const row = (job: Job) => screen.findByTestId(`job-${job.id}`);
export const cells = async (job: Job) => within(await row(job)).getAllByRole('cell');
export const manyJobs = (amount: number): Job[] =>
  Array.from({ length: amount }, (_, index) => jobFixture(`${ID}${String(index).padStart(8, '0')}`));
