// Program: makes all pages of a PDF with the product's page pipeline and ends. The benchmark measures it as a process.
//
//   node pipeline-run.js FILE OUTDIR
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from '../dev/paths.js';

/** The part of services/document/src/pipeline/run-pipeline.ts that is used here; services keep their insides unexported. */
interface PipelineModule {
  runPipeline: (job: {
    file: string;
    outDir: string;
    category: string;
  }) => Promise<{ totalPages: number; made: number; failed: unknown[] }>;
}

const [file, outDir] = process.argv.slice(2);
if (!file || !outDir) throw new Error('Say which file to work on and where to put the pages.');
const compiled = path.join(repoRoot, 'services/document/dist/src/pipeline/run-pipeline.js');
if (!existsSync(compiled)) throw new Error('The document service is not compiled: run npm run build first.');
const { runPipeline } = (await import(pathToFileURL(compiled).href)) as PipelineModule;
const { totalPages, made, failed } = await runPipeline({ file, outDir, category: 'sanborn_maps' });
if (made !== totalPages || failed.length > 0) throw new Error(`only ${made} of ${totalPages} pages were made`);
