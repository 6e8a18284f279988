import { readFileSync } from 'node:fs';

const MIB = 1_048_576;
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) rwxp 0+ 00:00 0/;

/**
 * MiB that Node.js reserves for code: 0 in version 20, 512 in 24. They count as data, since they are writable, although
 * they take no memory.
 */
export function reservedCode(maps: string): number {
  const bytes = maps.split('\n').reduce((sum, line) => {
    const [, from, to] = MAPPING.exec(line) ?? [];
    return from === undefined || to === undefined ? sum : sum + Number.parseInt(to, 16) - Number.parseInt(from, 16);
  }, 0);
  return Math.ceil(bytes / MIB);
}

/** Of this process; its children run with the same Node.js. Systems without /proc do not count reserved memory. */
function ownReservedCode(): number {
  try {
    return reservedCode(readFileSync('/proc/self/maps', 'latin1'));
  } catch {
    return 0;
  }
}

let reserved: number | undefined;

export interface NodeLimits {
  /** MiB of the data segment: V8, Buffers, libvips and WASM together. */
  memoryMb: number;
  /** Shell command that limits the CPU time; no limit when absent. */
  cpu?: string;
}

/**
 * Command and arguments that run Node.js within limits of the operating system; without limits on Windows. `-d`, not
 * `-v`: WASM reserves unused address space. The shell execs node, so process id and channel are the child's.
 */
export function limitedNode(parameters: readonly string[], { memoryMb, cpu }: NodeLimits): [string, string[]] {
  if (process.platform === 'win32') return [process.execPath, [...parameters]];
  reserved ??= ownReservedCode();
  const data = `ulimit -d ${(memoryMb + reserved) * 1024}`;
  const script = [data, ...(cpu === undefined ? [] : [cpu]), 'exec "$0" "$@"'].join('; ');
  return ['/bin/sh', ['-c', script, process.execPath, ...parameters]];
}
