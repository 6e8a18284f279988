import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnvironment } from '@symbio/runtime/children';
import { LANGUAGE, NEURAL_NETWORK, LINES, type OcrEngine } from './engine.js';
import type { SeenWord } from '../words.js';

const PROGRAM = 'tesseract';
/** Timeout for listing languages, milliseconds. */
const ANSWER_MS = 5_000;
const CPU_SECONDS = 90;
/** Output limit in bytes; a dense sheet has 300 kB. */
const MAX_TABLE = 16e6;
/** Characters of stderr kept to explain a failure (missing model, unreadable picture). */
const COMPLAINT_TAIL = 500;

/** Debian's tesseract if on the PATH with its English model, else undefined: half the CPU time of WASM. */
export async function findTesseractProgram(): Promise<OcrEngine | undefined> {
  try {
    const { stdout } = await promisify(execFile)(PROGRAM, ['--list-langs'], { timeout: ANSWER_MS });
    if (!stdout.split(/\s+/).includes(LANGUAGE)) return undefined;
  } catch {
    // missing or failing: the npm engine is the fallback
    return undefined;
  }
  return { name: PROGRAM, recognize: async (png) => parseTable(await run(png)), close: () => Promise.resolve() };
}

function run(png: Buffer): Promise<string> {
  const how = ['--psm', LINES, '--oem', String(NEURAL_NETWORK), '-l', LANGUAGE, '-c', 'tessedit_do_invert=0'];
  const parameters = ['stdin', 'stdout', ...how, 'tsv'];
  return new Promise((resolve, reject) => {
    // exec replaces the shell; the limit is CPU seconds
    const limited = ['-c', `ulimit -t ${CPU_SECONDS}; exec "$0" "$@"`, PROGRAM, ...parameters];
    const program = spawn('/bin/sh', limited, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: childEnvironment({ OMP_THREAD_LIMIT: '1' }),
    });
    const parts: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    program.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MAX_TABLE) program.kill('SIGKILL');
      else parts.push(part);
    });
    program.stderr.on('data', (part: Buffer) => {
      complaint = (complaint + part.toString()).slice(-COMPLAINT_TAIL);
    });
    program.once('error', reject);
    program.once('close', (code, signal) =>
      code === 0
        ? resolve(Buffer.concat(parts).toString('utf8'))
        : reject(new Error(`${PROGRAM} ended with ${signal ?? `exit ${code}`}: ${oneLine(complaint)}`)),
    );
    // a program that ends early closes its input; its exit explains why
    program.stdin.on('error', () => undefined);
    program.stdin.end(png);
  });
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** TSV columns: level, page, block, paragraph, line, word, left, top, width, height, conf, text. */
const WORD_LEVEL = '5';

export function parseTable(table: string): SeenWord[] {
  const words: SeenWord[] = [];
  let lineKey = '';
  let line = -1;
  for (const row of table.split('\n')) {
    const [level, , block, paragraph, lineNumber, , x, y, width, height, percent, ...text] = row.split('\t');
    if (level !== WORD_LEVEL) continue;
    const key = `${block} ${paragraph} ${lineNumber}`;
    if (key !== lineKey) line++;
    lineKey = key;
    words.push({
      text: text.join('\t').trim(),
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
      confidence: Number(percent) / 100,
      line,
    });
  }
  return words;
}
