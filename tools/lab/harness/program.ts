import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf, StartError } from '../../dev/start-error.js';

/**
 * Runs a program and ends with its exit code; `--help` prints its usage. A StartError is shown as its sentence only.
 *
 * @param read reads arguments; its errors are shown with the usage
 */
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
  run().then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof StartError ? error.message : error);
      process.exit(1);
    },
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

/** A number within limits, whole unless `isFraction`. @throws Error naming the option */
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
