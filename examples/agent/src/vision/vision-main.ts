// Program: npm run example:vision -- --project "Gas Works" --model-url https://models.example.com/v1 --model NAME
//   docs/agents.md describes all settings; keys: VISION_AGENT_SYMBIO_KEY, VISION_AGENT_MODEL_KEY
import { SymbioError } from '@symbio/client';
import { readConfig, type VisionConfig } from './config.js';
import { regionsOf } from './regions.js';
import { sheetsOf } from './sheets.js';
import { projectOf, runVisionAgent, symbioOf } from './vision-agent.js';

/** Prints what a run would ask, without asking. */
async function estimate(config: VisionConfig): Promise<void> {
  const symbio = symbioOf(config);
  const { id, number } = await projectOf(symbio, config.project);
  const { sheets, pending } = await sheetsOf(symbio, id, config);
  const regions = sheets.reduce((sum, sheet) => sum + regionsOf(sheet, config.region_side, config.overlap).length, 0);
  console.log(`Project ${number}: ${sheets.length} pages (${pending} without a picture yet), ${regions} regions.`);
}

async function main(): Promise<void> {
  const { config, isDryRun } = readConfig(process.argv.slice(2), process.env);
  if (isDryRun) return estimate(config);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const { proposed, skipped, spent, isFinished, run } = await runVisionAgent({
    config,
    log: console.log,
    signal: stop.signal,
  });
  const { requests, tokens, cost } = spent;
  const price = cost > 0 ? `, ${cost.toFixed(2)} by the configured prices` : '';
  console.log(
    `${proposed} findings proposed, ${skipped} regions skipped; ${requests} requests, ${tokens} tokens${price}.`,
  );
  console.log(isFinished ? `Run ${run.id} is finished: review it under Review.` : `Run ${run.id} is open.`);
}

try {
  await main();
} catch (error) {
  if (error instanceof SymbioError)
    console.error(`${error.message} ${JSON.stringify(error.fields)} (${error.code}, request ${error.request_id})`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
