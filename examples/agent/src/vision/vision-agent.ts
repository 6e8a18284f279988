import { randomUUID } from 'node:crypto';
import { createSymbioClient, type RetryOptions, type Run, type SymbioClient } from '@symbio/client';
import { MalformedAnswer, questionnaire, type Finding, type Questionnaire } from './answers.js';
import { Budget } from './budget.js';
import type { VisionConfig } from './config.js';
import { openLedger, uuidOf, type Ledger } from './ledger.js';
import { mergedFindings } from './merging.js';
import { createVisionModel, type VisionModel } from './model.js';
import { propose, type Proposer } from './proposals.js';
import { regionsOf, type Region } from './regions.js';
import { readRecording, startRecordedModel } from './recorded-model.js';
import { isBlank, pictureOf, sheetsOf, type Sheet } from './sheets.js';

export interface VisionOptions {
  config: VisionConfig;
  log: (line: string) => void;
  /** Stops before the next region. */
  signal?: AbortSignal;
  retries?: Partial<RetryOptions>;
}

export interface VisionOutcome {
  run: Run;
  isFinished: boolean;
  proposed: number;
  /** Regions without a valid answer. */
  skipped: number;
  spent: { requests: number; tokens: number; cost: number };
}

/** Date of the agent’s version. */
const AGENT_DATE = '2026-11-28';
/** A malformed answer is requested a second time. */
const ATTEMPTS = 2;
/** Assumed tokens of the first picture with the instructions. */
const FIRST_INPUT = 3_000;

/** The budget ends, or a signal stops the run; it can be resumed. */
class Stopped extends Error {}

const keyOf = (pageId: string, { x, y, width, height }: Region): string => [pageId, x, y, width, height].join(' ');

/** Reads sheets of a project by region with a vision model, and proposes what it sees. Resumes the run of its ledger. */
export async function runVisionAgent(options: VisionOptions): Promise<VisionOutcome> {
  const { config } = options;
  const recording = config.replay === undefined ? undefined : await startRecordedModel(readRecording(config.replay));
  try {
    const baseUrl = recording?.baseUrl ?? config.model_url ?? '';
    return await new VisionRun(options, createVisionModel(baseUrl, config, options.retries)).run();
  } finally {
    await recording?.close();
  }
}

/** Client that sends its key to the configured host only. */
export const symbioOf = (config: VisionConfig, retries: Partial<RetryOptions> = {}): SymbioClient =>
  createSymbioClient({
    baseUrl: config.symbio_url,
    apiKey: config.symbio_key,
    fetch: (request) => fetch(request, { redirect: 'error' }),
    retries,
  });

/** The first project whose title or number contains the configured text. @throws Error if none is visible */
export async function projectOf(symbio: SymbioClient, search: string) {
  const { data: projects } = await symbio.get('/projects', { params: { query: { search } } });
  const [project] = projects;
  if (!project) throw new Error('This key sees no such project.');
  return project;
}

class VisionRun {
  readonly #config: VisionConfig;
  readonly #options: VisionOptions;
  readonly #model: VisionModel;
  readonly #symbio: SymbioClient;
  readonly #ledger: Ledger;
  readonly #budget: Budget;

  constructor(options: VisionOptions, model: VisionModel) {
    const { config } = options;
    this.#options = options;
    this.#config = config;
    this.#model = model;
    this.#symbio = symbioOf(config, options.retries);
    this.#ledger = openLedger(config.ledger);
    this.#budget = new Budget(
      { requests: config.max_requests, tokens: config.max_tokens, minutes: config.max_minutes, cost: config.max_cost },
      { input: config.price_input, output: config.price_output },
      { input: FIRST_INPUT, output: config.answer_tokens },
    );
    for (const entry of this.#ledger.entries) {
      if (entry.kind === 'asked') this.#budget.asked();
      if (entry.kind === 'answered') this.#budget.answered(entry.usage);
    }
  }

  async run(): Promise<VisionOutcome> {
    const { log } = this.#options;
    const config = this.#config;
    const project = await projectOf(this.#symbio, config.project);
    const { data: author } = await this.#symbio.post('/authors', {
      body: {
        author_type: 'ai_agent',
        agent_name: config.agent_name,
        agent_version: config.agent_version,
        agent_date: AGENT_DATE,
      },
    });
    const run = await this.#openRun(project.id, author.id);
    const by: Proposer = {
      symbio: this.#symbio,
      projectId: project.id,
      authorId: author.id,
      runId: run.id,
      model: config.model,
    };
    const { sheets, pending } = await sheetsOf(this.#symbio, project.id, config);
    log(`Project ${project.number}: ${sheets.length} pages as ${author.display_name}, run ${run.id}.`);
    if (pending > 0) log(`${pending} pages have no picture yet: a later run reads them.`);
    try {
      const question = questionnaire(await this.#landUses(), config.coordinates);
      for (const sheet of sheets) await this.#page(by, sheet, question);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      log(`${error.message} Pages that are not read to their end are not proposed; run again to continue.`);
      return this.#outcome(run, false);
    }
    const { data: finished } = await this.#symbio.post('/runs/{id}/finish', { params: { path: { id: run.id } } });
    this.#ledger.add({ kind: 'finished' });
    return this.#outcome(finished, true);
  }

  #outcome(run: Run, isFinished: boolean): VisionOutcome {
    const { entries } = this.#ledger;
    const { spent, tokens, cost } = this.#budget;
    return {
      run,
      isFinished,
      proposed: entries.reduce((sum, entry) => sum + (entry.kind === 'proposed' ? entry.count : 0), 0),
      skipped: entries.filter((entry) => entry.kind === 'region' && entry.outcome === 'skipped').length,
      spent: { requests: spent.requests, tokens, cost },
    };
  }

  /** The ledger’s run, or a new one, whose id is stored before it is created. */
  async #openRun(projectId: string, authorId: string): Promise<Run> {
    const {
      ledger: file,
      model,
      agent_version,
      land_uses,
      region_side,
      picture_width,
      overlap,
      coordinates,
    } = this.#config;
    const uses = land_uses.join();
    const settings = uuidOf(model, agent_version, uses, region_side, picture_width, overlap, coordinates);
    let known = this.#ledger.entries.find((entry) => entry.kind === 'run');
    if (this.#ledger.entries.some(({ kind }) => kind === 'finished'))
      throw new Error(`The run of ${file} is finished. Choose another ledger.`);
    if (known && (known.project_id !== projectId || known.settings !== settings))
      throw new Error(`${file} belongs to another project, model or size of regions. Choose another ledger.`);
    if (!known) {
      known = { kind: 'run', run_id: randomUUID(), project_id: projectId, settings };
      this.#ledger.add(known);
    }
    const name = `${this.#config.agent_name} ${agent_version}`.slice(0, 200);
    const body = { id: known.run_id, project_id: projectId, name, author_id: authorId };
    const { data: run } = await this.#symbio.post('/runs', { body });
    if (run.status !== 'open') throw new Error(`The run of ${file} is ${run.status}. Choose another ledger.`);
    return run;
  }

  async #landUses() {
    const wanted = new Set(this.#config.land_uses);
    const uses: { value: string; label: string }[] = [];
    for await (const use of this.#symbio.paginate('/land-uses'))
      if (wanted.size === 0 || wanted.has(use.value)) uses.push(use);
    return uses;
  }

  /** Reads the missing regions of a page, then proposes its findings. */
  async #page(by: Proposer, sheet: Sheet, question: Questionnaire): Promise<void> {
    const { entries } = this.#ledger;
    if (entries.some((entry) => entry.kind === 'proposed' && entry.page_id === sheet.id)) return;
    const regions = regionsOf(sheet, this.#config.region_side, this.#config.overlap);
    const done = new Set(
      entries.flatMap((entry) => (entry.kind === 'region' ? keyOf(entry.page_id, entry.region) : [])),
    );
    for (const region of regions) if (!done.has(keyOf(sheet.id, region))) await this.#region(sheet, region, question);
    const read = entries.filter((entry) => entry.kind === 'region').filter(({ page_id }) => page_id === sheet.id);
    const findings = mergedFindings(read, sheet).filter(({ confidence }) => confidence >= this.#config.min_confidence);
    const count = await propose(by, sheet, findings);
    this.#ledger.add({ kind: 'proposed', page_id: sheet.id, count });
    this.#options.log(`${sheet.label}: ${regions.length} regions, ${count} findings proposed.`);
  }

  async #region(sheet: Sheet, region: Region, question: Questionnaire): Promise<void> {
    this.#stopIfNeeded();
    const picture = await pictureOf(this.#symbio, sheet, region, this.#config.picture_width);
    const part = `Part ${[region.x, region.y, region.width, region.height].join(',')} of ${sheet.label}`;
    const done = (outcome: 'read' | 'blank' | 'skipped', findings: Finding[] = []): void =>
      this.#ledger.add({ kind: 'region', page_id: sheet.id, region, outcome, findings });
    if (await isBlank(picture)) return done('blank');
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      this.#stopIfNeeded();
      try {
        const content = await this.#ask({ task: question.task, part, picture, jsonSchema: question.jsonSchema });
        return done('read', question.findingsOf(content, picture.region, picture));
      } catch (error) {
        if (!(error instanceof MalformedAnswer)) throw error;
        this.#options.log(`${part}: the answer is malformed (${error.message}).`);
      }
    }
    this.#options.log(`${part}: skipped.`);
    done('skipped');
  }

  async #ask(question: Parameters<VisionModel['ask']>[0]): Promise<string> {
    this.#ledger.add({ kind: 'asked' });
    const { remainingMs } = this.#budget;
    this.#budget.asked();
    const began = Date.now();
    const ended = (usage?: { input: number; output: number }): void => {
      const used = { ...usage, ms: Date.now() - began };
      this.#ledger.add({ kind: 'answered', usage: used });
      this.#budget.answered(used);
    };
    const { content, usage } = await this.#model.ask(question, remainingMs).catch((error: unknown) => {
      ended();
      if (this.#budget.remainingMs === 0) this.#stopIfNeeded();
      throw error;
    });
    ended(usage);
    return content;
  }

  #stopIfNeeded(): void {
    if (this.#options.signal?.aborted) throw new Stopped('Stopped.');
    const limit = this.#budget.exceeded();
    if (limit !== undefined) throw new Stopped(`The budget of ${limit} is spent.`);
  }
}
