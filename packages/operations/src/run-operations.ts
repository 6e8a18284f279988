import type { LocalStack } from './local-stack.js';
import { OperationError, type Command } from './command.js';

/** Loaded on demand, without the others' libraries. */
const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  audit: {
    summary: 'looks whether the audit trail is whole, and accepts its state after a restore',
    load: async () => (await import('./audit.js')).audit,
  },
  backup: {
    summary: 'copies databases, files, events and accounts into one archive, while people work',
    load: async () => (await import('./backup/backup-command.js')).backup,
  },
  restore: {
    summary: 'brings an archive back into an empty installation',
    load: async () => (await import('./backup/restore-command.js')).restore,
  },
  blobs: {
    summary: 'moves the blob store, and compares what was moved',
    load: async () => (await import('./blobs.js')).blobs,
  },
  erased: {
    summary: 'prints the list of erased people, and gives it to an installation that lost it',
    load: async () => (await import('./erased.js')).erased,
  },
  'dead-letters': {
    summary: 'shows, sends again and drops what consumers, workers and outboxes gave up',
    load: async () => (await import('./dead-letters-command.js')).deadLetters,
  },
  records: {
    summary: 'adds and lists agency lists that all projects search',
    load: async () => (await import('./records.js')).records,
  },
  streets: {
    summary: 'adds, lists and removes street lines that all projects use',
    load: async () => (await import('./streets.js')).streets,
  },
  secrets: {
    summary: 'makes the Secrets of an installation, and says step by step how each is rotated',
    load: async () => (await import('./secrets/secrets-command.js')).secrets,
  },
  walk: {
    summary: "goes one person's way through a running Symbio by its API",
    load: async () => (await import('./walk.js')).walk,
  },
};

const USAGE = `Say which command:

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

COMMAND --help tells the rest.`;

/** Runs a command and sets the exit code. */
export function runOperations(args: readonly string[], local?: LocalStack): void {
  run(args, local).then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      const isSentence = error instanceof Error && ['OperationError', 'StartError', 'ConfigError'].includes(error.name);
      console.error(isSentence ? error.message : error);
      process.exitCode = error instanceof OperationError ? error.exitCode : 1;
    },
  );
}

async function run([name = '', ...args]: readonly string[], local: LocalStack | undefined): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    console.error(USAGE);
    return 2;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const { run: runCommand, usage } = await command.load();
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  return runCommand(args, {
    env: process.env,
    print: (line) => console.log(line),
    say: (line) => console.error(line),
    signal: stop.signal,
    local,
  });
}
