import type { LocalStack } from './local-stack.js';

/** What a command gets from the program. */
export interface CommandContext {
  /** Settings; in a container they come from Secrets and ConfigMaps. */
  env: NodeJS.ProcessEnv;
  /** One line of result, to stdout. */
  print: (line: string) => void;
  /** Prints a line of progress to stderr: stdout can be piped. */
  say: (line: string) => void;
  /** Aborted when the program must stop. */
  signal: AbortSignal;
  /** The local stack, for `npm run ...`; undefined in the operations image. */
  local?: LocalStack | undefined;
}

/** One command, loaded only when it is asked for. */
export interface Command {
  /**
   * Runs with the arguments after its name.
   *
   * @returns the exit code: 0 done, 1 refused or failed, 2 called in a way that is none
   * @throws OperationError with the sentence to show; anything else is a fault of ours and is shown whole
   */
  run: (args: readonly string[], context: CommandContext) => Promise<number>;
}

/** Something a person has to set right; the message is one sentence that says what to do. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  constructor(
    message: string,
    options?: ErrorOptions,
    /** 1, or 2 when the call itself is wrong. */
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message, options);
  }
}
