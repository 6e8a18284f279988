import fs from 'node:fs';
import { run } from '../harness/command.js';

/** Whether drill disks can be mounted: tmpfs needs root. */
export const mayMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/** Attempts to shrink a disk to its used size while others write. */
const FILL_TRIES = 10;

/** Folder on a separate disk that can be resized while in use. */
export class Disk {
  #isMounted = false;

  private constructor(
    readonly folder: string,
    readonly bytes: number,
  ) {}

  /** @throws CommandError when mounting is not permitted, as in an unprivileged container */
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

  /** Shrinks it to its used size plus some bytes. */
  async fill(leftBytes = 0): Promise<void> {
    for (let tries = 1; ; tries++) {
      const bytes = this.usedBytes + leftBytes;
      try {
        return await this.#resize(bytes);
      } catch (error) {
        // refused if usage has grown since it was measured
        if (tries === FILL_TRIES || this.usedBytes <= bytes) throw error;
      }
    }
  }

  async empty(): Promise<void> {
    await this.#resize(this.bytes);
  }

  async unmount(): Promise<void> {
    if (!this.#isMounted) return;
    this.#isMounted = false;
    // processes that have just ended may hold files for a moment
    await run('umount', ['--lazy', this.folder]);
  }

  async #resize(bytes: number): Promise<void> {
    await run('mount', ['-o', `remount,size=${bytes}`, this.folder]);
  }
}
