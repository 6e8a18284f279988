// Program: `npm run release`. Builds and pushes images and chart of a version; `-- --help` lists the options.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';
import { program } from '../../dev/program.js';
import { StartError } from '../../dev/start-error.js';
import { run } from '../../lab/harness/command.js';
import { IMAGES } from '../images/images.js';
import {
  USAGE,
  chartCopy,
  chartSteps,
  chartYaml,
  digestsFile,
  digestsOf,
  imagesStep,
  releaseSettings,
  shown,
  valuesYaml,
  type ReleaseSettings,
  type Step,
} from './plan.js';

/** Runs a command, whose output is shown. @throws StartError when it fails */
function execute(step: Step): void {
  console.log(shown(step));
  const { status, error } = spawnSync(step.program, step.args, {
    cwd: repoRoot,
    stdio: 'inherit',
    env: { ...process.env, ...step.env },
  });
  if (error || status !== 0) throw new StartError(`This failed: ${shown(step)}`, { cause: error });
}

function writeChart(settings: ReleaseSettings, folder: string): void {
  const metadata: unknown = JSON.parse(fs.readFileSync(digestsFile(folder), 'utf8'));
  const digests = digestsOf(
    metadata,
    IMAGES.map(({ name }) => name),
  );
  const chart = chartCopy(folder);
  fs.cpSync(path.join(repoRoot, 'charts', 'symbio'), chart, { recursive: true });
  const change = (name: string, to: (text: string) => string): void => {
    const file = path.join(chart, name);
    fs.writeFileSync(file, to(fs.readFileSync(file, 'utf8')));
  };
  change('Chart.yaml', (text) => chartYaml(text, settings));
  change('values.yaml', (text) => valuesYaml(text, settings, digests));
}

async function main(settings: ReleaseSettings): Promise<number> {
  const revision = (await run('git', ['rev-parse', 'HEAD'], { cwd: repoRoot })).trim();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-release-'));
  try {
    const images = imagesStep(settings, folder, revision);
    const chart = chartSteps(settings, folder);
    if (settings.isDry) {
      for (const step of [images, ...chart]) console.log(shown(step));
      return 0;
    }
    execute(images);
    writeChart(settings, folder);
    for (const step of chart) execute(step);
    return 0;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

program(USAGE, releaseSettings, main);
