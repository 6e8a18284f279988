/** Processor time and memory of processes, read from /proc; Linux only. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Kernel ticks per second on the Linux machines that Node supports. */
const TICKS_PER_SECOND = 100;
/** Interval of memory samples in milliseconds; a page takes tens of them. */
const SAMPLE_MS = 40;
/** Fields of /proc/PID/stat after the name (proc(5) numbers less 3). */
const FIELDS = { parent: 1, own: [11, 12], children: [13, 14] } as const;

export const canMeasure = process.platform === 'linux';

/** Undefined when the process has ended. */
function read(pid: number | 'self', file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
}

/** Fields of `stat` after the name, which may hold blanks and brackets. */
function statOf(pid: number | 'self'): readonly string[] {
  const stat = read(pid, 'stat') ?? '';
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const ticks = (fields: readonly string[], at: readonly number[]): number =>
  at.reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);

/** Megabytes of 1,000,000 bytes that a process holds now; undefined when it has ended. */
export function residentMb(pid: number): number | undefined {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, 'status') ?? '')?.[1];
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6;
}

/** Undefined when the process has ended. */
export function handlesOf(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

export function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of canMeasure ? readdirSync('/proc') : []) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(statOf(pid)[FIELDS.parent]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(root);
}

/**
 * Seconds of processor time that a running process and its ended children have used, and its running descendants if
 * `withChildren`; 0 when it has ended.
 */
export function cpuSecondsOf(pid: number, { withChildren = false } = {}): number {
  const all = [pid, ...(withChildren ? descendants(pid) : [])];
  return all.reduce((sum, one) => sum + ticks(statOf(one), [...FIELDS.own, ...FIELDS.children]), 0) / TICKS_PER_SECOND;
}

export class MemoryPeaks {
  readonly #timer: NodeJS.Timeout;
  readonly #peaks = new Map<string, number>();

  /** @param processes name and id of the running ones */
  constructor(
    private readonly processes: () => Iterable<readonly [string, number]>,
    everyMs: number,
  ) {
    this.#timer = setInterval(() => this.sample(), everyMs);
    this.sample();
  }

  sample(): void {
    for (const [name, pid] of this.processes())
      this.#peaks.set(name, Math.max(this.#peaks.get(name) ?? 0, residentMb(pid) ?? 0));
  }

  stop(): ReadonlyMap<string, number> {
    clearInterval(this.#timer);
    return this.#peaks;
  }
}

export const childPeaks = (everyMs: number): MemoryPeaks =>
  new MemoryPeaks(() => descendants(process.pid).map((pid) => [String(pid), pid] as const), everyMs);

export interface ProcessCost {
  /** With all its descendants. */
  cpuSeconds: number;
  /** Largest sum of the resident memory of the process and its descendants. */
  peakMb: number;
}

/**
 * Runs a program and measures its cost. Run one at a time: the time is the kernel's account of this process's ended
 * children.
 */
export async function measureProcess(
  command: string,
  args: readonly string[],
): Promise<ProcessCost & { output: string }> {
  const ended = (): number => ticks(statOf('self'), FIELDS.children);
  const before = ended();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)));
  let peakMb = 0;
  const timer = setInterval(() => {
    if (child.pid === undefined) return;
    const held = [child.pid, ...descendants(child.pid)].reduce((sum, pid) => sum + (residentMb(pid) ?? 0), 0);
    peakMb = Math.max(peakMb, held);
  }, SAMPLE_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${errors.trim()}`);
  } finally {
    clearInterval(timer);
  }
  return { cpuSeconds: (ended() - before) / TICKS_PER_SECOND, peakMb, output };
}
