import fs from 'node:fs';
import { run } from '../cluster/run.js';

/** Whether disks of a drill can be made here: a file system in memory needs root. */
export const mayMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/** Looks at what is on a disk before giving up to take its room away: people write meanwhile. */
const FILL_TRIES = 10;

/** A folder on a disk of its own, whose size can be changed while it is used. */
export class Disk {
  #isMounted = false;

  private constructor(
    readonly folder: string,
    readonly bytes: number,
  ) {}

  /** @throws CommandError when nothing may be mounted here, as in a container without rights */
  static async mount(folder: string, bytes: number): Promise<Disk> {
    fs.mkdirSync(folder, { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'symbio-drill', folder]);
    const disk = new Disk(folder, bytes);
    disk.#isMounted = true;
    return disk;
  }

  get usedBytes(): number {
    const { blocks, bfree, bsize } = fs.statfsSync(this.folder);
    return (blocks - bfree) * bsize;
  }

  /** Leaves it as large as what is on it, and so many bytes more. */
  async fill(leftBytes = 0): Promise<void> {
    for (let tries = 1; ; tries++) {
      const bytes = this.usedBytes + leftBytes;
      try {
        return await this.#resize(bytes);
      } catch (error) {
        // refused where more is on it by now than when it was looked at
        if (tries === FILL_TRIES || this.usedBytes <= bytes) throw error;
      }
    }
  }

  /** Gives it its room again. */
  async empty(): Promise<void> {
    await this.#resize(this.bytes);
  }

  async unmount(): Promise<void> {
    if (!this.#isMounted) return;
    this.#isMounted = false;
    // what has ended may hold a file for a moment yet
    await run('umount', ['--lazy', this.folder]);
  }

  async #resize(bytes: number): Promise<void> {
    await run('mount', ['-o', `remount,size=${bytes}`, this.folder]);
  }
}
