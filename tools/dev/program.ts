import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf, sentenceOfFile, StartError } from './start-error.js';

/** Runs a program and ends with its exit code; `--help` prints its usage. */
export function program<T>(
  usage: string,
  read: (args: readonly string[]) => T,
  main: (options: T) => Promise<number>,
): void {
  const args = process.argv.slice(2);
  const run = async (): Promise<number> => {
    if (!args.includes('--help') && !args.includes('-h')) return main(reading(usage, () => read(args)));
    console.log(usage);
    return 0;
  };
  ended(run());
}

/** Ends with the exit code of a program; errors for people are shown as their sentence only. */
function ended(work: Promise<number>): void {
  work.then(
    (code) => process.exit(code),
    (error: unknown) => {
      const isSentence = error instanceof Error && ['StartError', 'OperationError'].includes(error.name);
      console.error(isSentence ? error.message : (sentenceOfFile(error) ?? error));
      process.exit(1);
    },
  );
}

export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
  return interrupted.signal;
}

/** Runs a program without arguments until it ends or is interrupted. @param code its exit code then */
export function interruptible(main: (signal: AbortSignal) => Promise<number>, code: number): void {
  const signal = interruption();
  ended(
    main(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return code;
    }),
  );
}

function reading<T>(usage: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StartError(`${messageOf(error)}\n\n${usage}`, { cause: error });
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** `parseArgs` with positional arguments, which must be among the known ones. */
export function parsedArgs<const O extends Options>(
  args: readonly string[],
  options: O,
  known: readonly string[] = [],
): ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>> {
  const parsed = parseArgs({ args: [...args], allowPositionals: true as const, options });
  const unknown = parsed.positionals.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no "${unknown}"${known.length > 0 ? `; there are ${known.join(', ')}` : ''}.`);
  return parsed;
}

/** Number within limits, whole unless `isFraction`. @throws Error naming the option */
export function numberOf(
  option: string,
  text: string,
  { least = 1, most = Infinity, isFraction = false }: { least?: number; most?: number; isFraction?: boolean } = {},
): number {
  const value = Number(text);
  if (value >= least && value <= most && (isFraction || Number.isInteger(value))) return value;
  const kind = isFraction ? 'number' : 'whole number';
  const limit = Number.isFinite(most) ? ` to ${most}` : '';
  throw new Error(`--${option} is "${text}"; it must be a ${kind} from ${least}${limit}.`);
}
