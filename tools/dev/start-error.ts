/** Something a person has to set right before the stack can run; the message is one sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
