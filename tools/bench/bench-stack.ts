import { mkdirSync, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobStatus, JobType } from '@symbio/proto/job/vocabulary';
import { ApiClient, ApiError } from '@symbio/fixtures/api-client';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { startStack, type RunningStack } from '../dev/stack.js';
import { benchDir } from './bench-run.js';
import type { BenchFile } from './bench-file.js';
import { cpuSecondsOf } from './measured-process.js';
import { profilable, profiling } from './profile-run.js';

/** A page as the interface shows it. */
export interface ShownPage {
  page_number: number;
  status: string;
  /** It is shown, but not yet in full. */
  preview: boolean;
  tile_source: TileSource | null;
}

/** A job as the interface shows it. */
export interface JobTimes {
  type: JobType;
  status: JobStatus;
  started_at: string | null;
  completed_at: string | null;
}

/** What a deep-zoom viewer is given. */
export interface TileSource {
  Image: { Url: string; Format: string; Size: { Width: string; Height: string } };
}

interface UploadAnswer {
  document?: { id: string };
  error?: string;
}

/** Longest time for a document and all that follows it. */
const GIVE_UP_MS = 1_200_000;
const POLL_MS = 250;

/**
 * Starts a whole product of its own, hands it to `work`, and leaves nothing behind.
 *
 * @param isProfiled starts its programs so that they can be profiled
 */
export async function withBenchStack<T>(work: (stack: BenchStack) => Promise<T>, isProfiled = false): Promise<T> {
  mkdirSync(benchDir, { recursive: true });
  const dataDir = mkdtempSync(path.join(benchDir, 'stack-'));
  let stack: RunningStack | undefined;
  try {
    const { nodeArgs, env } = isProfiled ? profilable() : {};
    stack = await startStack({
      dataDir,
      ports: 'free',
      nodeArgs,
      env: { LOG_LEVEL: 'warn', PERSON_REQUESTS_PER_MINUTE: '0', ...env },
    });
    return await work(await BenchStack.open(stack));
  } finally {
    await stack?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const signIn = (url: string): Promise<ApiClient> => ApiClient.signIn({ url }, 'admin@symbio.test', LOCAL_PASSWORD);

/** Makes a project to measure in; answers its id. */
export async function newProject(api: ApiClient): Promise<string> {
  const { data } = await api.post<{ data: { id: string } }>('/api/public/projects', {
    title: 'Benchmark',
    property_address: '1 Scale Street',
    property_city: 'Millbrook',
    property_state: 'OH',
    property_zip: '44876',
    client_company: 'Bench',
    due_date: '2030-01-01',
  });
  return data.id;
}

/** A running product with a project to upload to. */
export class BenchStack {
  private constructor(
    private readonly stack: RunningStack,
    private api: ApiClient,
    private readonly projectId: string,
  ) {}

  static async open(stack: RunningStack): Promise<BenchStack> {
    const api = await signIn(stack.url);
    return new BenchStack(stack, api, await newProject(api));
  }

  /** Calls the interface; signs in again when the token has run out, which a long benchmark lives to see. */
  private async call<T>(use: (api: ApiClient) => Promise<T>): Promise<T> {
    try {
      return await use(this.api);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      this.api = await signIn(this.url);
      return use(this.api);
    }
  }

  /** Origin that a browser sees. */
  get url(): string {
    return this.stack.url;
  }

  /** Uploads a file as a browser does; answers the document's id once the upload is answered. */
  async upload(file: BenchFile): Promise<string> {
    const answer = await this.send(await openAsBlob(file.path, { type: 'application/pdf' }), 'bench.pdf');
    if (!answer?.document) throw new Error(`the file was refused: ${answer?.error ?? 'no answer'}`);
    return answer.document.id;
  }

  /** Uploads these bytes; answers the document's id, or undefined when they are refused with a sentence. */
  async uploadBytes(bytes: Buffer, name: string): Promise<string | undefined> {
    const answer = await this.send(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
    if (!answer?.document && !answer?.error) throw new Error(`no answer to the upload of ${name}`);
    return answer.document?.id;
  }

  private async send(file: Blob, name: string): Promise<UploadAnswer | undefined> {
    const form = new FormData();
    form.append('project_id', this.projectId);
    form.append('category', 'sanborn_maps');
    form.append('files', file, name);
    return (await this.call((api) => api.upload<{ data: UploadAnswer[] }>('/api/documents', form))).data[0];
  }

  /** All jobs of the project. */
  async jobs(): Promise<JobTimes[]> {
    const jobs: JobTimes[] = [];
    for (let page = 1; ; page++) {
      const list = `/api/jobs?project_id=${this.projectId}&per_page=100&page=${page}`;
      const answer = await this.call((api) => api.get<{ data: JobTimes[]; total_pages: number }>(list));
      jobs.push(...answer.data);
      if (page >= answer.total_pages) return jobs;
    }
  }

  /** How many jobs of the project are of a type and in a status. */
  async countJobs(type: JobType, status: JobStatus): Promise<number> {
    const list = `/api/jobs?project_id=${this.projectId}&type=${type}&status=${status}&per_page=1`;
    return (await this.call((api) => api.get<{ count: number }>(list))).count;
  }

  /** Starts the making of pages; answers the job's id. */
  async process(documentId: string): Promise<string> {
    const request = { documentId, projectId: this.projectId };
    return (await this.call((api) => api.post<{ jobId: string }>('/api/document-processor', request))).jobId;
  }

  /** All pages there are so far. @throws Error when one has failed */
  async pages(documentId: string): Promise<ShownPage[]> {
    const { data } = await this.call((api) => api.get<{ data: ShownPage[] }>(`/api/documents/${documentId}/pages`));
    if (data.some((page) => page.status === 'failed')) throw new Error('a page of the file failed');
    return data;
  }

  /** Waits for a job; asks so seldom and so little that the asking does not grow with the document. */
  async finished(jobId: string): Promise<void> {
    const end = Date.now() + GIVE_UP_MS;
    for (;;) {
      const { data: job } = await this.call((api) =>
        api.get<{ data: { status: string; error_message: string | null } }>(`/api/jobs/${jobId}`),
      );
      if (job.status === 'completed') return;
      if (job.status === 'failed' || job.status === 'cancelled')
        throw new Error(`the job ${job.status}: ${job.error_message}`);
      if (Date.now() > end) throw new Error(`the job is ${job.status} after ${GIVE_UP_MS / 1000} s`);
      await sleep(POLL_MS);
    }
  }

  /** Waits until a document's pages are made and read, so that nothing works on it any more. */
  async analysed(documentId: string): Promise<void> {
    const end = Date.now() + GIVE_UP_MS;
    for (;;) {
      const { data: document } = await this.call((api) =>
        api.get<{ data: { processing_status: string; processing_error: string | null } }>(
          `/api/documents/${documentId}`,
        ),
      );
      if (document.processing_status === 'analysis_complete') return;
      if (document.processing_status === 'failed') throw new Error(`the document failed: ${document.processing_error}`);
      if (Date.now() > end) throw new Error(`the document is not read after ${GIVE_UP_MS / 1000} s`);
      await sleep(POLL_MS);
    }
  }

  /** Removes a document and waits until no job works any more, so that the next measurement has the machine. */
  async remove(documentId: string): Promise<void> {
    await this.call((api) => api.delete(`/api/documents/${documentId}`));
    await this.rest();
  }

  /** Waits until no job works any more. */
  async rest(): Promise<void> {
    const end = Date.now() + GIVE_UP_MS;
    for (;;) {
      const { data } = await this.call((api) =>
        api.get<{ data: { pending: number; processing: number; retrying: number } }>('/api/jobs/stats'),
      );
      if (data.pending + data.processing + data.retrying === 0) return;
      if (Date.now() > end) throw new Error(`jobs still work after ${GIVE_UP_MS / 1000} s`);
      await sleep(POLL_MS);
    }
  }

  /** Profiles processes while `work` runs: {@link profiling}. */
  async profiling(
    processes: readonly string[],
    what: string,
    log: (line: string) => void,
    work: () => Promise<unknown>,
  ): Promise<void> {
    await profiling(this.stack, processes, what, log, work);
  }

  /** Processor seconds that each process of the product has used so far, those of ended children included. */
  cpuSeconds(): ReadonlyMap<string, number> {
    return new Map(this.stack.processes.map((name) => [name, cpuSecondsOf(this.stack.pid(name) ?? 0)]));
  }
}
