import path from 'node:path';
import { PipelineFailure } from '../children/failures.js';
import { degrees, PDFDocument, StandardFonts } from '../pdf/pdf-lib.js';
import type { PageResult, ReadyPage } from '../pipeline/messages.js';
import {
  createPipelineRunner,
  type PipelineJob,
  type PipelineRunner,
  type PipelineSummary,
} from '../pipeline/run-pipeline.js';
import { PdfWriter } from './pdf-writer.js';
import { sheet } from './pictures.js';
import { makeScratch, type Scratch } from './scratch.js';

export interface Run {
  summary?: PipelineSummary;
  failure?: unknown;
  opened: number[];
  pages: PageResult[];
  outDir: string;
}

/** A runner and folder shared by a file's tests. */
export class PipelineRuns {
  scratch!: Scratch;
  runner!: PipelineRunner;
  #runs = 0;

  async start(): Promise<void> {
    this.scratch = await makeScratch();
    this.runner = createPipelineRunner();
  }

  async stop(): Promise<void> {
    await this.runner.close();
    await this.scratch.remove();
  }

  file(name: string, data: Buffer | string): Promise<string> {
    return this.scratch.file(name, data);
  }

  async run(file: string, job: Partial<PipelineJob> = {}): Promise<Run> {
    const outDir = path.join(this.scratch.dir, `out-${++this.#runs}`);
    const run: Run = { opened: [], pages: [], outDir };
    try {
      run.summary = await this.runner.run({
        file,
        outDir,
        category: 'sanborn_maps',
        onOpened: (count) => void run.opened.push(count),
        onPage: (page) => void run.pages.push(page),
        ...job,
      });
    } catch (failure) {
      run.failure = failure;
    }
    return run;
  }
}

/** Failure of a run. @throws Error if it succeeded */
export function failureOf(run: Run): PipelineFailure {
  if (run.failure instanceof PipelineFailure) return run.failure;
  throw new Error('a failure was expected', { cause: run.failure });
}
/** Page with picture. @throws Error if it has none */
export const page = (run: Run, pageNumber: number): ReadyPage => {
  const found = run.pages.find((candidate) => candidate.pageNumber === pageNumber);
  if (found?.status !== 'ready') throw new Error(`page ${pageNumber}: ${found?.message ?? 'not received'}`);
  return found;
};

export async function scans(count: number): Promise<Buffer> {
  const pdf = new PdfWriter();
  const jpeg = await sheet(600, 800).jpeg().toBuffer();
  for (let i = 0; i < count; i++) pdf.page([pdf.image(jpeg, 600, 800, 'DCTDecode', '/DeviceRGB')], 432, 576);
  return pdf.save();
}

export async function letter(text: string, rotation = 0): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const sheetOfText = document.addPage([612, 792]);
  sheetOfText.drawText(text, { x: 72, y: 720, size: 12, font });
  sheetOfText.setRotation(degrees(rotation));
  return document;
}
