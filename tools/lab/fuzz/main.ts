// Program: `npm run test:api`. Sends valid and invalid requests to every operation of the public API, with all checks
// of Schemathesis: no server error, no answer outside its schema, no content of a project that the key may not see.
import fs from 'node:fs';
import path from 'node:path';
import { ApiClient } from '@symbio/fixtures/api-client';
import { LOCAL_ACCOUNTS, LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { seedDemo } from '@symbio/fixtures/seed';
import { foreground } from '../../dev/foreground.js';
import { repoRoot } from '../../dev/paths.js';
import { withCleanup } from '../harness/cleanup.js';
import { numberOf, parsedArgs, program } from '../../dev/program.js';
import { labStack, scratchFolder } from '../harness/stack.js';
import { fuzzed } from './document.js';
import { findSchemathesis } from './schemathesis.js';
import { problemsOf } from './traffic.js';
import { makeTargets } from './world.js';

const USAGE = `npm run test:api -- [options]

  --seconds N   how long to look, 300 by default
  --seed N      repeats the run that had this seed
  --only ID     one operation, by its operationId
`;

const CONFIG = path.join(repoRoot, 'tools', 'lab', 'fuzz', 'schemathesis.toml');

function readOptions(args: readonly string[]) {
  const { values } = parsedArgs(args, {
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string' },
    only: { type: 'string' },
  });
  numberOf('seconds', values.seconds);
  return values;
}

async function main(options: ReturnType<typeof readOptions>): Promise<number> {
  const found = await findSchemathesis();
  if ('missing' in found) {
    console.log(`The API was not fuzzed: ${found.missing}.`);
    return 0;
  }
  return withCleanup(async (cleanup) => {
    let isGood = false;
    const folder = scratchFolder('fuzz', cleanup, () => !isGood);
    console.log('Starting a stack with demonstration data ...');
    // the gateway checks every answer, too; the limits of keys and people are not under test
    const stack = await labStack('fuzz', cleanup, {
      dataDir: path.join(folder, 'stack'),
      env: { CHECK_ANSWERS: '1', API_KEY_REQUESTS_PER_MINUTE: '1000000' },
    });
    await seedDemo({ url: stack.url });
    const email = LOCAL_ACCOUNTS[0]?.email ?? '';
    const { canary, key, known } = await makeTargets(await ApiClient.signIn({ url: stack.url }, email, LOCAL_PASSWORD));
    const response = await fetch(`${stack.url}/api/public/openapi.json`);
    const document = path.join(folder, 'openapi.json');
    fs.writeFileSync(document, JSON.stringify(fuzzed(await response.json(), known)));
    const traffic = path.join(folder, 'traffic.ndjson');
    const code = await foreground(found.program, [
      ...['--config-file', CONFIG, 'run', document, '--url', `${stack.url}/api/public`],
      ...['--header', `Authorization: Bearer ${key}`],
      // made-up addresses of receivers would be called
      ...['--exclude-path-regex', '^/webhooks'],
      ...['--max-time', options.seconds, '--report', 'ndjson', '--report-ndjson-path', traffic],
      ...(options.seed === undefined ? [] : ['--seed', options.seed]),
      ...(options.only === undefined ? [] : ['--include-operation-id', options.only]),
    ]);
    const problems = await problemsOf(traffic, canary);
    for (const problem of problems) console.error(problem);
    isGood = code === 0 && problems.length === 0;
    return isGood ? 0 : code || 1;
  });
}

program(USAGE, readOptions, main);
