import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessCost {
  /** Seconds of processor time, user and system, of the process and all its descendants. */
  cpuSeconds: number;
  wallSeconds: number;
  /** Largest sum of the resident memory of the process and its descendants, in MB of 1,000,000 bytes. */
  peakMb: number;
}

export interface MeasuredProcess extends ProcessCost {
  /** What it wrote to its standard output. */
  output: string;
}

/** Milliseconds between two looks at the memory. A page takes tens of them. */
const SAMPLE_MS = 40;
/** Both are fixed on the Linux machines that Node runs on. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** Costs are read from /proc. */
export const canMeasure = process.platform === 'linux';

/**
 * Runs a program to its end and measures its cost. Run one at a time: CPU time is the kernel's account of our ended
 * children and theirs.
 *
 * @throws Error with the program's last output when it fails
 */
export async function measureProcess(command: string, args: readonly string[]): Promise<MeasuredProcess> {
  const before = childTicks();
  const began = process.hrtime.bigint();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
  let peak = 0;
  const timer = setInterval(() => {
    if (child.pid !== undefined) peak = Math.max(peak, residentBytes(child.pid));
  }, SAMPLE_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${said.trim()}`);
  } finally {
    clearInterval(timer);
  }
  return {
    cpuSeconds: (childTicks() - before) / TICKS_PER_SECOND,
    wallSeconds: Number(process.hrtime.bigint() - began) / 1e9,
    peakMb: peak / 1e6,
    output,
  };
}

/**
 * Seconds of processor time that a running process and its ended children have used; of its running children when
 * `withChildren` is set, too. 0 when it is gone.
 */
export function cpuSecondsOf(pid: number, { withChildren = false } = {}): number {
  const ticks = (fields: readonly string[] | undefined): number =>
    [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields?.[at] ?? 0), 0);
  let sum = ticks(statOf(pid));
  if (withChildren) {
    for (const { fields } of processes()) if (Number(fields[1]) === pid) sum += ticks(fields);
  }
  return sum / TICKS_PER_SECOND;
}

/** Several runs one after the other as one: times add up, the larger peak counts. */
export function together(costs: readonly ProcessCost[]): ProcessCost {
  return {
    cpuSeconds: costs.reduce((sum, cost) => sum + cost.cpuSeconds, 0),
    wallSeconds: costs.reduce((sum, cost) => sum + cost.wallSeconds, 0),
    peakMb: Math.max(0, ...costs.map((cost) => cost.peakMb)),
  };
}

/** Fields of /proc/PID/stat after the name, which may itself hold blanks and brackets. */
function statOf(pid: number | 'self'): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // it has ended since the folder was read
    return undefined;
  }
}

/** Processor time of our ended and waited-for children: cutime and cstime, fields 16 and 17 of proc(5). */
function childTicks(): number {
  const fields = statOf('self');
  return Number(fields?.[13] ?? 0) + Number(fields?.[14] ?? 0);
}

/** Every process that runs now, with its fields. */
function processes(): { pid: number; fields: string[] }[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    const fields = Number.isInteger(pid) ? statOf(pid) : undefined;
    return fields ? [{ pid, fields }] : [];
  });
}

/** Resident bytes of a process and everything below it. */
function residentBytes(root: number): number {
  const parents = new Map<number, { parent: number; bytes: number }>();
  for (const { pid, fields } of processes()) {
    parents.set(pid, { parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES });
  }
  const belongs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)?.parent) {
      if (at === root) return true;
    }
    return false;
  };
  let sum = 0;
  for (const [pid, { bytes }] of parents) if (belongs(pid)) sum += bytes;
  return sum;
}
