import type { LocalStack } from './local-stack.js';

export interface CommandContext {
  /** Settings; from Secrets and ConfigMaps in a container. */
  env: NodeJS.ProcessEnv;
  print: (line: string) => void;
  /** Prints progress to stderr. */
  say: (line: string) => void;
  /** Aborted when the program must stop. */
  signal: AbortSignal;
  /** The local stack, for `npm run ...`; undefined in the operations image. */
  local?: LocalStack | undefined;
}

export interface Command {
  /** Printed for `--help`. */
  usage: string;
  /**
   * Runs with the arguments after its name.
   * @returns the exit code: 0 success, 1 refused or failed, 2 invalid call
   */
  run: (args: readonly string[], context: CommandContext) => Promise<number>;
}

/** Problem that a person must solve; the message is one sentence that says how. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  constructor(
    message: string,
    options?: ErrorOptions,
    /** 2 for an invalid call. */
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message, options);
  }
}
