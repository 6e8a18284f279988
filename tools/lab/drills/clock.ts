import fs from 'node:fs';

export const CLOCK_SETTING = 'DRILL_CLOCK_FILE';

/** `Date` of a machine with a wrong clock. */
export function shiftedDate(real: DateConstructor, offsetMs: () => number): DateConstructor {
  const now = (): number => real.now() + offsetMs();
  return new Proxy(real, {
    construct: (target, args: [], newTarget: typeof real) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new real(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  });
}

/** Of processes preloaded with `clock-preload.ts`. */
export class MachineClock {
  constructor(readonly file: string) {
    this.set(0);
  }

  /** Sets the offset in milliseconds: positive is ahead. */
  set(offsetMs: number): void {
    const draft = `${this.file}.draft`;
    fs.writeFileSync(draft, String(offsetMs));
    fs.renameSync(draft, this.file);
  }
}

/** Reads the offset written by {@link MachineClock} in milliseconds. */
export const readOffset = (file: string): number => Number(fs.readFileSync(file, 'utf8'));
