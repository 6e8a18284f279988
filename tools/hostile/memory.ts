/** Resident memory and ids of processes, read from /proc (Linux only). */
import { readdirSync, readFileSync } from 'node:fs';

/** Reads a file of a process; undefined when the process has ended or there is no /proc. */
function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
}

/** Megabytes that a process holds now. */
export function residentMb(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Ids of all descendants of a process. */
export function descendants(parent: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    const pid = Number(name);
    const stat = pid ? read(pid, 'stat') : undefined;
    // the name in brackets may hold blanks
    const its = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (pid && stat) parents.set(its, [...(parents.get(its) ?? []), pid]);
  }
  const found: number[] = [];
  const add = (pid: number): void =>
    parents.get(pid)?.forEach((child) => {
      found.push(child);
      add(child);
    });
  add(parent);
  return found;
}

/** Samples the peak memory of processes. */
export class Peaks {
  readonly #timer: NodeJS.Timeout;
  readonly #peaks = new Map<string, number>();

  /** @param processes name and id of the running ones */
  constructor(
    private readonly processes: () => Iterable<readonly [string, number]>,
    everyMs: number,
  ) {
    this.#timer = setInterval(() => this.look(), everyMs);
    this.look();
  }

  look(): void {
    for (const [name, pid] of this.processes())
      this.#peaks.set(name, Math.max(this.#peaks.get(name) ?? 0, residentMb(pid) ?? 0));
  }

  /** By name. */
  stop(): ReadonlyMap<string, number> {
    clearInterval(this.#timer);
    return this.#peaks;
  }
}
