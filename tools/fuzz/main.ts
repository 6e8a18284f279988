// Program: `npm run test:api`. Sends valid and invalid requests to every operation of the public API, with all checks
// of Schemathesis: no server error, no answer outside its schema, no content of a project that the key may not see.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ApiClient } from '@symbio/fixtures/api-client';
import { seedDemo } from '@symbio/fixtures/seed';
import { LOCAL_ACCOUNTS, LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { startStack } from '../dev/stack.js';
import { fuzzed } from './document.js';
import { findSchemathesis } from './schemathesis.js';
import { problemsOf } from './traffic.js';
import { makeWorld } from './world.js';

const USAGE = `npm run test:api -- [options]

  --seconds N   how long to look, 300 by default
  --seed N      repeats the run that had this seed
  --only ID     one operation, by its operationId
`;

const CONFIG = path.join(import.meta.dirname, '..', '..', 'fuzz', 'schemathesis.toml');

function readOptions() {
  return parseArgs({
    options: {
      seconds: { type: 'string', default: '300' },
      seed: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

/** Runs a program in the foreground. @returns its exit code */
const foreground = (program: string, args: string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });

async function main(): Promise<number> {
  const options = readOptions();
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  const found = await findSchemathesis();
  if ('missing' in found) {
    console.log(`The API was not fuzzed: ${found.missing}.`);
    return 0;
  }
  let isWell = false;
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'symbio-fuzz-'));
  console.log('Starting a stack with demonstration data ...');
  // the gateway checks every answer, too; the limits of keys and people are not under test
  const stack = await startStack({
    dataDir: path.join(folder, 'stack'),
    ports: 'free',
    env: { CHECK_ANSWERS: '1', API_KEY_REQUESTS_PER_MINUTE: '1000000', PERSON_REQUESTS_PER_MINUTE: '0' },
  });
  try {
    await seedDemo({ url: stack.url });
    const email = LOCAL_ACCOUNTS[0]?.email ?? '';
    const world = await makeWorld(await ApiClient.signIn({ url: stack.url }, email, LOCAL_PASSWORD));
    const response = await fetch(`${stack.url}/api/public/openapi.json`);
    const document = path.join(folder, 'openapi.json');
    fs.writeFileSync(document, JSON.stringify(fuzzed(await response.json(), world.known)));
    const traffic = path.join(folder, 'traffic.ndjson');
    const code = await foreground(found.program, [
      ...['--config-file', CONFIG, 'run', document, '--url', `${stack.url}/api/public`],
      ...['--header', `Authorization: Bearer ${world.key}`],
      // made-up addresses of receivers would be called
      ...['--exclude-path-regex', '^/webhooks'],
      ...['--max-time', options.seconds, '--report', 'ndjson', '--report-ndjson-path', traffic],
      ...(options.seed === undefined ? [] : ['--seed', options.seed]),
      ...(options.only === undefined ? [] : ['--include-operation-id', options.only]),
    ]);
    const problems = await problemsOf(traffic, world.canary);
    for (const problem of problems) console.error(problem);
    isWell = code === 0 && problems.length === 0;
    return isWell ? 0 : code || 1;
  } finally {
    await stack.stop();
    if (isWell) fs.rmSync(folder, { recursive: true });
    else console.error(`What was sent and answered, and logs, are in ${folder}.`);
  }
}

process.exitCode = await main();
