import fs from 'node:fs';

/** The setting that names the file of a process whose clock can be set. */
export const CLOCK_SETTING = 'DRILL_CLOCK_FILE';

/** `Date` as on a machine whose clock is off. What counts from a start (`performance`, timers) is not, as on a real one. */
export function shiftedDate(real: DateConstructor, offsetMs: () => number): DateConstructor {
  const now = (): number => real.now() + offsetMs();
  return new Proxy(real, {
    construct: (target, args: [], newTarget: typeof real) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new real(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  });
}

/** The clock of all processes that run with the preload of `clock-preload.ts`. */
export class MachineClock {
  constructor(readonly file: string) {
    this.set(0);
  }

  /** Puts it off from the real one by so many milliseconds: forward, or back when negative. */
  set(offsetMs: number): void {
    const draft = `${this.file}.draft`;
    fs.writeFileSync(draft, String(offsetMs));
    fs.renameSync(draft, this.file);
  }
}

/** Reads what {@link MachineClock} wrote, milliseconds. */
export const readOffset = (file: string): number => Number(fs.readFileSync(file, 'utf8'));
