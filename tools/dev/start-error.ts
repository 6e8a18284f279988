/** Problem that the user must fix before the stack can run; the message is one actionable sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full for this user',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'it lies in a file, not in a folder',
};

export function sentenceOfFile(error: unknown): string | undefined {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  const why = path === undefined ? undefined : REFUSALS[code];
  return why && `${path} cannot be written: ${why}. Set that right, or choose another folder with --data DIR.`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
