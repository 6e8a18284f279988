// Plain JavaScript: bootstrap.mjs runs this on a fresh clone, before anything is installed or compiled.
//
//   node tools/bootstrap.mjs COMMAND [arguments]; COMMANDS below lists them
//
// Brings the checkout up to date (packages, generated code, compiled programs, the web build), each step only when its
// inputs changed, and runs the requested program.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchModels, missingModels } from '../build/models/fetch.mjs';
import { bundled } from './bundles.mjs';
import { acquireLock } from './file-lock.mjs';
import { isOutdated, productNode } from './product-node.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Whether the program's output is piped: progress is written to stderr then. */
let piped = false;

const compiled = (program, more) => ({ build: true, web: true, program: [program], ...more });
const laboratory = (program, more) => compiled(`tools/dist/lab/${program}.js`, more);
const operation = (name, more) => ({
  build: true,
  program: ['tools/dist/dev/operations-main.js', name],
  ...more,
});
/** Command that runs a source, before anything is compiled. */
const SOURCE = ['--conditions=source', '--import', 'tsx'];
const source = (program, more) => ({ program: [...SOURCE, program], ...more });

/** Programs of `npm start` itself; it bundles those of the product (tools/dev/stack.ts). */
const LAUNCHER = ['stack-main', 'seed-main', 'mongo-host'].map((name) => `tools/dist/dev/${name}.js`);

/** What each command requires, and the program that it runs. */
const COMMANDS = {
  start: { launcher: true, web: true, models: true, program: ['tools/dist/dev/stack-main.js'] },
  // the test runner compiles by itself, so a type error is one failed check
  test: source('tools/build/testing/run-all.ts', { browser: true, models: true }),
  drill: laboratory('drills/main'),
  load: laboratory('load/main', { models: true }),
  soak: laboratory('load/soak-main', { models: true }),
  hostile: laboratory('hostile/main', { browser: true }),
  'test:cluster': laboratory('cluster/main', { browser: true }),
  'test:keycloak': source('tools/build/testing/run-keycloak.ts'),
  keycloak: source('tools/dev/keycloak-main.ts'),
  'test:api': laboratory('fuzz/main'),
  bench: laboratory('bench/main', { browser: true, models: true }),
  'eval:spotting': compiled('services/feature/dist/eval/spotting/main.js', { models: true }),
  'example:agent': compiled('examples/agent/dist/src/main.js'),
  'example:vision': { build: true, program: ['examples/agent/dist/src/vision/vision-main.js'] },
  audit: operation('audit'),
  backup: operation('backup'),
  restore: operation('restore'),
  // before anything is compiled: Secrets are the first step of an installation
  secrets: { program: [...SOURCE, 'packages/operations/src/main.ts', 'secrets'], piped: true },
  release: source('tools/build/release/main.ts'),
  blobs: operation('blobs'),
  erased: operation('erased', { piped: true }),
  records: operation('records', { piped: true }),
  streets: operation('streets', { piped: true }),
  'dead-letters': operation('dead-letters', { piped: true }),
  screenshots: laboratory('screens/main', { browser: true }),
  'verify-report': { build: true, piped: true, program: ['packages/report/dist/src/verify/verify-main.js'] },
};

const running = new Set();
let handedOver = false;
const parent = process.ppid;

function interrupt() {
  for (const child of running) child.kill('SIGTERM');
  if (!handedOver) process.exit(1);
}

class Problem extends Error {}

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) throw new Problem(`Say what to run: ${Object.keys(COMMANDS).join(', ')}.`);
  piped = command.piped === true;
  process.chdir(root);
  useHooks();
  const models = command.models ? fetchingModels() : undefined;
  // in parallel with the packages: one waits for the registry, the other for Debian's mirror
  const browser = command.browser ? settled(ensureBrowser()) : undefined;
  const s3Server = name === 'test' ? buildingS3Server() : undefined;
  const releaseLock = await acquireLock(path.join('.cache', 'build-lock'), () =>
    tell('Waiting for another command that updates this checkout ...'),
  );
  // beside the packages, which wait for the registry, too
  const node = command.web || name === 'test' ? nodeOfProduct() : process.execPath;
  if (!isInstalled()) {
    const how = fs.existsSync('package-lock.json') ? 'ci' : 'install';
    await step(
      'Installing packages',
      ...npm(how, '--ignore-scripts', '--no-audit', '--no-fund'),
      'set right what the message above says, most often the connection to the npm registry, and start again',
    );
  }
  await stepIfChanged(
    'Generating code from proto/',
    { stamp: 'proto', inputs: ['proto'], output: 'proto/gen' },
    npm('run', 'generate', '-w', '@symbio/proto'),
    'the message above says what to correct, most often in a file under proto/',
  );
  // `--modules` and tracing need every module by itself
  const isBundled = command.launcher && !args.includes('--modules') && !process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isCompiled = command.build || (command.launcher && !isBundled);
  // bundles need no types
  if (isCompiled || name === 'test')
    await stepIfChanged(
      'Generating types from api/openapi.json and api/app.json',
      { stamp: 'client', inputs: ['api/openapi.json', 'api/app.json', 'client/generate'], output: 'client/gen/app.ts' },
      npm('run', 'generate', '-w', '@symbio/client'),
      'the message above says what the document lacks; `npx tsx api/write-document.ts` writes it again',
    );
  if (isCompiled) {
    await step(
      'Compiling',
      process.execPath,
      [binary('@typescript/native', 'tsc'), '-b', '--checkers', '1'],
      'the messages above name the lines to correct',
    );
  }
  if (command.web) {
    await stepIfChanged(
      'Building the web application',
      {
        stamp: 'web',
        inputs: [
          'web',
          'api/src',
          'packages/agency-lists/src',
          'packages/georeference/src',
          'packages/sheet/src',
          'proto/src',
          'proto/symbio',
        ],
        output: 'web/dist/index.html',
      },
      npm('run', 'build', '-w', '@symbio/web'),
      'the message above names the file under web/ to correct',
    );
  }
  const nodeProgram = await node;
  releaseLock();
  const problem = await browser;
  if (problem) throw problem;
  const launcher = isBundled ? await bundled('launcher', LAUNCHER, { root, folder: '.cache/programs' }) : new Map();
  const parts = command.program.map((part) => launcher.get(part) ?? part);
  const program = parts.findLast((part) => /\.[jt]s$/.test(part));
  if (!fs.existsSync(program)) throw new Problem(`${program} is missing: this checkout is not complete.`);
  await models?.wait();
  s3Server?.stop();
  process.exitCode = await handOver(nodeProgram, [...parts, ...args]);
  models?.stop();
}

const settled = (work) =>
  work.then(
    () => undefined,
    (error) => error,
  );

/** Seconds that the requested program waits for models; a slow download continues in the background. */
const MODELS_WAIT_SECONDS = 60;

/**
 * Fetches the models that read sheets, once, while other steps run. `wait` waits for a limited time and reports the
 * result; without the models everything works and fewer words are read.
 */
function fetchingModels() {
  const folder = path.join('.cache', 'models');
  if (missingModels(folder).length === 0) return undefined;
  const ended = new AbortController();
  const stop = () => ended.abort();
  process.once('exit', stop);
  const began = Date.now();
  const fetched = fetchModels(folder, { signal: ended.signal }).then(({ sentence }) => {
    if (!ended.signal.aborted) console.log(`${sentence} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  });
  const wait = async () => {
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, MODELS_WAIT_SECONDS * 1000, 'late')));
    if ((await Promise.race([fetched, late])) === 'late')
      console.log(
        'The models that read sheets are still being fetched; sheets that come before them are read by tesseract.',
      );
    clearTimeout(timer);
  };
  return { wait, stop };
}

/**
 * Compiles the S3 server of the integration tests while packages are installed, which leaves a processor free; Go
 * caches the result for the real build (dev/versitygw.ts). Undefined without Go, or when it is built already.
 */
function buildingS3Server() {
  if (fs.existsSync(path.join('.cache', 'versitygw')) || !isOnPath('go') || !isOnPath('nice')) return undefined;
  const recipe = JSON.parse(fs.readFileSync('tools/dev/versitygw.json', 'utf8'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-go-'));
  const args = ['-n', '19', 'go', ...recipe.arguments, ...recipe.unoptimized, recipe.module];
  // the real build reports a failure
  const child = spawn('nice', args, {
    stdio: 'ignore',
    env: { ...process.env, ...recipe.environment, GOBIN: path.resolve(folder) },
  });
  child.once('error', () => undefined);
  const stop = () => {
    child.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  return { stop };
}

const isOnPath = (program) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));

/**
 * Makes git check commit subjects (.githooks), unless this clone has its own hooks. npm cannot do it: package scripts
 * are disabled (.npmrc).
 */
function useHooks() {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });
  if (git('config', '--get', 'core.hooksPath').status === 1 && fs.existsSync('.git'))
    git('config', 'core.hooksPath', '.githooks');
}

/** Whether node_modules matches the lock file; npm records what it installed in a lock file of its own. */
function isInstalled() {
  try {
    const wanted = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages;
    const present = JSON.parse(fs.readFileSync('node_modules/.package-lock.json', 'utf8')).packages;
    return Object.entries(wanted).every(([at, entry]) => {
      if (!at.includes('node_modules/')) return true;
      const found = present[at];
      // npm leaves out packages for other systems
      return found === undefined ? entry.optional === true : found.version === entry.version;
    });
  } catch {
    return false; // one of the two files is missing: a fresh clone, or an interrupted installation
  }
}

/** Runs a step only when its inputs, or the versions of packages, differ from its last success. */
async function stepIfChanged(title, { stamp, inputs, output }, [command, args], advice) {
  const file = path.join('.cache', 'stamps', stamp);
  const now = hashOf([...inputs, 'package-lock.json']);
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (before === now && fs.existsSync(output)) return;
  await step(title, command, args, advice);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, now);
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  const add = (file) => {
    if (fs.statSync(file).isDirectory()) {
      for (const item of fs.readdirSync(file).sort()) {
        if (!['node_modules', 'dist', 'gen', '.cache'].includes(item)) add(path.join(file, item));
      }
    } else hash.update(`${file}\0`).update(fs.readFileSync(file));
  };
  for (const input of inputs) if (fs.existsSync(input)) add(input);
  return hash.digest('hex');
}

const HEADLESS = 'chromium-headless-shell';
const INSTALL_SECONDS = '300';

/** For tests; a Chromium that is here will do where the smaller one cannot be installed. */
async function ensureBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!fs.existsSync(named)) throw new Problem(`CHROMIUM_PATH names ${named}, which does not exist: correct it.`);
    return;
  }
  const canInstall = process.getuid?.() === 0 && fs.existsSync('/etc/debian_version');
  // renders identically with less processor time
  if (isOnPath(HEADLESS)) return;
  const isThere =
    ['chromium', 'chromium-browser', 'google-chrome'].some(isOnPath) ||
    fs.existsSync('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome') ||
    fs.existsSync('/Applications/Chromium.app/Contents/MacOS/Chromium');
  const advice = 'install Chromium or Chrome, or set CHROMIUM_PATH to one';
  if (!canInstall) {
    if (isThere) return;
    throw new Problem(`No Chromium was found, and the browser tests need one: ${advice}.`);
  }
  const began = Date.now();
  const install = `apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends ${HEADLESS}`;
  console.log('Installing Chromium beside what follows ...');
  const { code, output } = await run('timeout', [INSTALL_SECONDS, 'sh', '-c', install]);
  if (code === 0) console.log(`Installing Chromium: done, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  else if (isThere) console.log('Installing the smaller Chromium failed: the one that is here is used.');
  else throw new Problem(`${output.trimEnd()}\nInstalling Chromium failed: ${advice}.`);
}

/** npm as it was called, or the one on the PATH. */
function npm(...args) {
  const own = process.env.npm_execpath;
  return own?.endsWith('.js') ? [process.execPath, [own, ...args]] : ['npm', args];
}

function binary(name, program) {
  const folder = path.join('node_modules', name);
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[program]);
}

const tell = (line) => void (piped ? process.stderr : process.stdout).write(`${line}\n`);

/** Runs one step quietly: a line with its duration, the whole output only on failure. */
async function step(title, command, args, advice) {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  const output = piped ? process.stderr : process.stdout;
  const say = (line) => output.write(`${line}\n`);
  const live = output.isTTY;
  output.write(live ? `${title} ...` : `${title} ...\n`);
  const marks = '|/-\\';
  let turn = 0;
  const indicator = setInterval(() => {
    if (live) output.write(`\r${title} ${marks[turn++ % marks.length]} ${seconds()}   `);
  }, 200);
  // show progress in a log without a terminal
  const sign = setInterval(() => live || say(`${title} ... ${seconds()}`), 30_000);
  const { code, output: text } = await run(command, args);
  clearInterval(indicator);
  clearInterval(sign);
  say(`${live ? '\r' : ''}${title}: ${code === 0 ? 'done' : 'failed'}, ${seconds()}      `);
  if (code === 0) return;
  say(text.trimEnd());
  throw new Problem(`${title} failed: ${advice}.`);
}

/** Caches of the steps' programs are in the checkout: the home folder may be read-only or missing. */
const STEP_SETTINGS = {
  BUF_CACHE_DIR: path.join(root, '.cache', 'buf'),
  npm_config_update_notifier: 'false',
};

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...STEP_SETTINGS, ...process.env },
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: `${output}\n${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Program of Node.js for the product: this one, unless it is out of support and a newer one can be had. */
async function nodeOfProduct() {
  if (!isOutdated(process.versions.node)) return process.execPath;
  const newer = await productNode(path.join('.cache', 'node'), (...args) => run(...npm(...args)));
  if (newer === undefined)
    tell(
      `Node.js ${process.versions.node} is out of support, and npm has no newer one for this system: it is used all the same.`,
    );
  return newer ?? process.execPath;
}

function handOver(node, args) {
  handedOver = true;
  // programs that are found on the PATH run with the same Node.js
  const PATH = [path.dirname(node), process.env.PATH ?? ''].join(path.delimiter);
  return new Promise((resolve) => {
    const child = spawn(node, args, { stdio: 'inherit', env: { ...process.env, PATH } });
    running.add(child);
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
// Ctrl-C reaches the program directly; it decides when to end
process.on('SIGINT', () => handedOver || process.exit(130));
if (process.env.npm_lifecycle_event !== undefined) {
  // npm passes SIGTERM to a shell in between, which ends silently: stop when the parent is gone
  setInterval(() => process.ppid !== parent && interrupt(), 500).unref();
}

main().catch((error) => {
  const isRefused = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(error.code) && error.path !== undefined;
  if (error instanceof Problem) console.error(error.message);
  else if (isRefused)
    console.error(
      `${error.path} cannot be written (${error.code}): make room, or let this user write there, and start again.`,
    );
  else console.error(error);
  if (process.argv[2] === 'test') console.log('0 passed, 1 failed');
  process.exitCode = 1;
});
