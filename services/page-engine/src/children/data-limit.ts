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

/**
 * Shell command that limits the data segment of the Node.js program started after it.
 *
 * @param memoryMb MiB for V8, Buffers, libvips and WASM together
 */
export function dataLimit(memoryMb: number): string {
  reserved ??= ownReservedCode();
  return `ulimit -d ${(memoryMb + reserved) * 1024}`;
}
