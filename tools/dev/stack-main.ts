// Program: `npm start`. Starts the stack, prints its addresses, stops it on Ctrl-C.
import fs from 'node:fs';
import path from 'node:path';
import { seedInProcess } from './seed-process.js';
import { LOCAL_ACCOUNTS, LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { noteDataFolder } from './data-folders.js';
import { defaultDataDir, repoRoot } from './paths.js';
import { interruption, numberOf, parsedArgs, program } from './program.js';
import { isRunningOn } from './run-lock.js';
import { setAside } from './set-aside.js';
import { refuseWhatIsInUse, startStack, type RunningStack, type StackOptions } from './stack.js';
import { messageOf } from './start-error.js';
import type { SupervisorEvent } from './supervisor.js';

const USAGE = `npm start -- [options]

  --port N       serve on this port instead of 8080
  --replicas N   start so many of every service, gateway and feature worker, with a balancer in front
  --data DIR     keep data in this folder instead of .data
  --fresh        start without data; what is there is moved to <folder>.old, or where there is one to <folder>.old-<time>
  --modules      start programs as they were compiled, not bundled: stack traces in logs name their modules; slower
  --no-demo      do not fill a new stack with the demonstration project
  --restore FILE bring back what is in this archive of npm run backup; with --fresh, into a new stack
`;

const WIDTH = 20;

function show(event: SupervisorEvent): void {
  const name = 'name' in event ? event.name.padEnd(WIDTH) : '';
  switch (event.kind) {
    case 'moved':
      for (const { name: moved, from, to } of event.moved)
        console.log(`  ${moved.padEnd(WIDTH)}port ${to}, since another program uses ${from}`);
      break;
    case 'ready':
      console.log(`  ${name}ready  ${event.seconds.toFixed(1)} s`);
      break;
    case 'died':
      console.log(`  ${name}${event.how}; it is started again in ${event.restartSeconds} s. Its last words:`);
      for (const line of event.lastWords) console.log(`  ${''.padEnd(WIDTH)}${line}`);
      break;
    case 'restarted':
      console.log(`  ${name}ready again`);
      break;
    case 'stopped':
      if (event.how === 'ended by SIGKILL') console.log(`  ${name}${event.how}`);
      break;
    case 'starting':
    case 'stopping':
      break;
  }
}

/** After checking that a new start can succeed. */
async function beginAfresh(settings: StackOptions, archive: string | undefined): Promise<void> {
  const { dataDir } = settings;
  if (!fs.existsSync(dataDir)) return;
  if (!isRunningOn(dataDir)) await refuseWhatIsInUse(settings);
  if (archive !== undefined) {
    const { checkArchive } = await import('@symbio/operations/backup/restore-command');
    await checkArchive(archive, process.env);
  }
  const old = setAside(dataDir);
  if (old !== undefined) console.log(`The data of before is in ${path.relative(repoRoot, old)}.`);
}

/** Once per data folder. */
async function seedOnce(stack: RunningStack, signal: AbortSignal): Promise<void> {
  const marker = path.join(stack.dataDir, 'demo.done');
  if (fs.existsSync(marker)) return;
  const began = Date.now();
  console.log('Filling in the demonstration project (only on the first start) ...');
  try {
    await seedInProcess(stack.url, 'content', signal);
    fs.writeFileSync(undecidedMarker(stack), '');
    fs.writeFileSync(marker, `${new Date().toISOString()}\n`);
    console.log(`  done  ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    if (signal.aborted) return; // interrupted: the next start completes it
    console.log(
      `  The demonstration project could not be made (${messageOf(error)}); Symbio runs without it, and the next start tries again.`,
    );
  }
}

/** Exists until the proposals of the demonstration are decided; not in older data, where people may have decided. */
const undecidedMarker = ({ dataDir }: RunningStack): string => path.join(dataDir, 'demo.undecided');

/** In the background: the documents must have been read. */
async function decideOnce(stack: RunningStack, signal: AbortSignal): Promise<void> {
  const marker = undecidedMarker(stack);
  if (!fs.existsSync(marker)) return;
  try {
    await seedInProcess(stack.url, 'decisions', signal);
    fs.rmSync(marker);
  } catch (error) {
    if (signal.aborted) return; // interrupted: the next start completes it
    console.log(`  The demonstration's proposals stay undecided until the next start (${messageOf(error)}).`);
  }
}

function welcome(stack: RunningStack): string {
  const workers = stack.processes.filter((name) => name.startsWith('document-worker')).length;
  const gateways = stack.processes.filter((name) => /^gateway(-\d+)?$/.test(name)).length;
  const replicas = gateways === 1 ? '' : `  Replicas: ${gateways} of every service and gateway\n`;
  const accounts = LOCAL_ACCOUNTS.map((account) => `    ${account.email.padEnd(24)}${account.roles.join(', ')}`);
  return `
Symbio runs at ${stack.url}

  Sign in with password "${LOCAL_PASSWORD}":
${accounts.join('\n')}
  Mail:  ${stack.mailUrl ?? process.env.SMTP_URL ?? ''}
  Logs:  ${path.join(path.relative(process.cwd(), stack.dataDir) || '.', 'logs')}/<process>.log
  Jobs:  ${workers} worker ${workers === 1 ? 'process' : 'processes'}; WORKERS=N starts another number
${replicas}  Stop:  Ctrl-C
`;
}

function readOptions(args: readonly string[]) {
  const { values } = parsedArgs(args, {
    port: { type: 'string' },
    replicas: { type: 'string' },
    data: { type: 'string', default: defaultDataDir },
    fresh: { type: 'boolean', default: false },
    modules: { type: 'boolean', default: false },
    'no-demo': { type: 'boolean', default: false },
    restore: { type: 'string' },
  });
  if (values.port !== undefined) numberOf('port', values.port, { most: 65_535 });
  return values;
}

async function main(values: ReturnType<typeof readOptions>): Promise<number> {
  const dataDir = path.resolve(values.data);
  const settings: StackOptions = {
    dataDir,
    ports: 'default',
    bundle: !values.modules,
    env: {
      ...(values.port === undefined ? {} : { GATEWAY_PORT: values.port }),
      ...(values.replicas === undefined ? {} : { REPLICAS: values.replicas }),
    },
    report: show,
  };
  if (values.fresh) await beginAfresh(settings, values.restore);

  const interrupted = interruption();
  if (values.restore !== undefined) {
    const { restoreInto } = await import('@symbio/operations/backup/restore-command');
    const [print, say] = [console.log, console.log];
    const context = { env: process.env, print, say, signal: interrupted };
    await restoreInto({ archive: values.restore, dataDir, context });
  }

  console.log('Starting the processes ...');
  const began = Date.now();
  let stack: RunningStack;
  try {
    stack = await startStack({ ...settings, signal: interrupted });
  } catch (error) {
    if (!interrupted.aborted) throw error;
    console.log('Stopped while it started; the data stays for the next start.');
    return 0;
  }
  noteDataFolder(dataDir);
  console.log(`All ready after ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  const stopped = new Promise<void>((resolve) => {
    if (interrupted.aborted) resolve();
    else interrupted.addEventListener('abort', () => resolve(), { once: true });
  });
  if (!values['no-demo'] && !interrupted.aborted) await seedOnce(stack, interrupted);
  if (!interrupted.aborted) console.log(welcome(stack));
  const decided = interrupted.aborted ? undefined : decideOnce(stack, interrupted);
  await stopped;
  await decided;
  console.log('\nStopping ...');
  await stack.stop();
  console.log('Stopped; the data stays for the next start.');
  return 0;
}

program(USAGE, readOptions, main);
