import { setTimeout as sleep } from 'node:timers/promises';
import type { Annotation, Document, Feature, Listed, Mention, One, Project } from '@symbio/fixtures/answers';
import { ApiClient, ApiError } from '@symbio/fixtures/api-client';
import { projectFields } from '@symbio/fixtures/samples';
import { OperationError, type Command } from './command.js';
import { walkPdf } from './walk-pdf.js';

/** Limit from upload to tiles, for a busy machine. */
const PAGES_MS = 300_000;
/** Limit until another process sees a write. */
const EFFECT_MS = 60_000;
const POLL_MS = 500;
/** Limit for the first response: right after an installation some processes are not ready. */
const FIRST_ANSWER_MS = 120_000;

const USAGE = `walk goes one person's way through a running Symbio by its API, says each step, and deletes what it made.

  SYMBIO_URL       origin of the product, for example https://symbio.example.com
  SYMBIO_EMAIL     who signs in; needs the right to make projects
  SYMBIO_PASSWORD`;

interface WalkPage {
  id: string;
  width: number;
  height: number;
  tile_source: { Image: { Url: string; Format: string; Size: { Width: string; Height: string } } } | null;
}

/** `helm test`: the main workflow of Symbio, from sign-in to export. */
export const walk: Command = {
  usage: USAGE,
  async run(args, { env, print, signal }) {
    if (args.length > 0) throw new OperationError(USAGE, undefined, 2);
    const [url, email, password] = ['SYMBIO_URL', 'SYMBIO_EMAIL', 'SYMBIO_PASSWORD'].map((name) => {
      const value = env[name];
      if (!value) throw new OperationError(`${name} is missing.\n\n${USAGE}`, undefined, 2);
      return value;
    }) as [string, string, string];
    const started = performance.now();
    const step = (line: string): void =>
      print(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
    try {
      const client = await signIn({ url, signal }, email, password);
      step(`signed in as ${email}`);
      await new Walk(client, url, step, signal).run();
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof WalkError)) throw error;
      throw new OperationError(`The walk ended here: ${error.message}`, { cause: error });
    }
    print('The main job works.');
    return 0;
  },
};

class WalkError extends Error {}

/** Signs in, waiting for a Symbio that is still starting. @throws ApiError for a wrong password */
async function signIn(
  options: { url: string; signal: AbortSignal },
  email: string,
  password: string,
): Promise<ApiClient> {
  const end = Date.now() + FIRST_ANSWER_MS;
  for (;;) {
    try {
      return await ApiClient.signIn(options, email, password);
    } catch (error) {
      const isWrong = error instanceof ApiError && error.status < 500 && error.status !== 429;
      if (isWrong || Date.now() > end || options.signal.aborted) throw error;
      await sleep(2_000, undefined, { signal: options.signal });
    }
  }
}

class Walk {
  constructor(
    private readonly client: ApiClient,
    private readonly url: string,
    private readonly step: (line: string) => void,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    const { data: project } = await this.client.post<One<Project>>('/api/public/projects', {
      ...projectFields(`Walk ${new Date().toISOString()}`),
      due_date: '2030-01-31',
    });
    this.step(`made the project ${project.number}`);
    try {
      await this.inside(project);
    } finally {
      await this.client.delete(`/api/public/projects?id=${project.id}`);
      // deleted projects are kept for 30 days: remove this one immediately
      await this.client.delete(`/api/deleted-projects/${project.id}`);
      this.step('deleted the project for good');
    }
    await this.until('the project is gone', EFFECT_MS, async () => {
      const { data } = await this.client.get<Listed<Project>>('/api/public/projects', { search: project.title });
      return data.length === 0;
    });
  }

  private async inside(project: Project): Promise<void> {
    const document = await this.upload(project);
    const page = await this.page(project, document);
    await this.tile(page);
    const annotation = await this.annotate(document, page);
    await this.mention(project, annotation);
    await this.export(project);
  }

  private async upload(project: Project): Promise<Document> {
    const pdf = walkPdf(project.title);
    const form = new FormData();
    form.append('project_id', project.id);
    form.append('category', 'sanborn_maps');
    form.append('files', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'walk.pdf');
    const { data } = await this.client.upload<Listed<{ document?: Document; error?: string }>>('/api/documents', form);
    const document = data[0]?.document;
    if (!document) throw new WalkError(`the upload was refused: ${data[0]?.error ?? 'no answer for the file'}`);
    this.step(`uploaded a PDF of ${pdf.length} bytes`);
    return document;
  }

  private async page(project: Project, document: Document): Promise<WalkPage> {
    await this.client.post('/api/document-processor', { documentId: document.id, projectId: project.id });
    await this.until('the document has its page', PAGES_MS, async () => {
      const { data } = await this.client.get<One<Document & { processing_error?: string | null }>>(
        `/api/documents/${document.id}`,
      );
      if (data.processing_status === 'failed')
        throw new WalkError(`the document could not be processed: ${data.processing_error ?? 'no reason given'}`);
      return ['pages_ready', 'analysis_complete'].includes(data.processing_status);
    });
    const { data } = await this.client.get<Listed<WalkPage>>(`/api/documents/${document.id}/pages`);
    const [page] = data;
    if (data.length !== 1 || !page) throw new WalkError(`the document has ${data.length} pages instead of one`);
    this.step(`its page is there, ${page.width} by ${page.height} pixels`);
    return page;
  }

  /** Fetches the upper left tile at full size. */
  private async tile({ tile_source: source }: WalkPage): Promise<void> {
    if (!source) throw new WalkError('the page has no tiles');
    const { Url, Format, Size } = source.Image;
    const level = Math.ceil(Math.log2(Math.max(Number(Size.Width), Number(Size.Height))));
    // signed: needs no token
    const { pathname } = new URL(`${Url}${level}/0_0.${Format}`, this.url);
    // the address may name the public origin, which may be unreachable from here
    const address = new URL(pathname, this.url);
    const response = await fetch(address, { signal: this.signal });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok || bytes.length === 0) throw new WalkError(`its tile answered ${response.status}`);
    this.step(`fetched a tile of ${bytes.length} bytes, ${response.headers.get('content-type') ?? 'of no type'}`);
  }

  private async annotate(document: Document, page: WalkPage): Promise<Annotation> {
    const { data } = await this.client.post<One<Annotation>>('/api/public/annotations', {
      document_page_id: page.id,
      document_id: document.id,
      annotation_type: 'ellipse',
      coordinates: {
        centerX: page.width * 0.36,
        centerY: page.height * 0.47,
        radiusX: page.width * 0.13,
        radiusY: page.height * 0.1,
        theta: 0,
      },
      content: 'Gas holder',
    });
    this.step('annotated it');
    return data;
  }

  private async mention(project: Project, annotation: Annotation): Promise<void> {
    const { data: feature } = await this.client.post<One<Feature>>('/api/public/features', {
      project_id: project.id,
      name: 'East River Gas Works',
      land_use: ['gas_holder_site'],
      coordinate: '(-73.975700,40.735900)',
    });
    await this.client.post<One<Mention>>('/api/public/mentions', {
      feature_of_interest_id: feature.id,
      source_annotation_id: annotation.id,
      project_id: project.id,
      narrative: 'Two gas holders north of 21st Street.',
      confidence: 9,
      use_type: 'confirmed',
    });
    this.step('made a feature of interest, and a mention of it');
    await this.until('the project counts its mention', EFFECT_MS, async () => {
      const { data } = await this.client.get<Listed<Project & { has_annotations: boolean }>>('/api/public/projects', {
        search: project.title,
      });
      return data[0]?.has_annotations === true;
    });
    this.step('the project knows of it: events arrive');
  }

  private async export(project: Project): Promise<void> {
    const address = new URL(`/api/projects/${project.id}/export?what=mentions&format=csv`, this.url);
    const response = await fetch(address, { headers: await this.client.authorization(), signal: this.signal });
    const text = await response.text();
    if (!response.ok || !text.includes('East River Gas Works'))
      throw new WalkError(`the export answered ${response.status} and does not hold the mention`);
    this.step(`exported its mentions, ${text.length} characters`);
  }

  /** Polls a condition. @throws WalkError after the limit */
  private async until(what: string, limitMs: number, check: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + limitMs;
    while (!(await check())) {
      if (Date.now() > end) throw new WalkError(`after ${limitMs / 1000} s it is still not so that ${what}`);
      await sleep(POLL_MS, undefined, { signal: this.signal });
    }
  }
}
