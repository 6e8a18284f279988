import { z } from 'zod';

const filesSecret = z.string().min(16, 'must have at least 16 characters');

/** Keys for signed file URLs. */
export const filesSecrets = {
  /** Signing key, identical in every process that uses files. */
  FILES_SECRET: filesSecret,
  /** Accepted but not used for signing: the previous or next key (docs/operations/secrets.md). Empty: unset. */
  FILES_SECRET_PREVIOUS: z.union([z.literal(''), filesSecret]).optional(),
};

/** Accepted keys, the signing key first. */
export const believedSecrets = (settings: {
  FILES_SECRET: string;
  FILES_SECRET_PREVIOUS?: string;
}): readonly [string, ...string[]] => [
  settings.FILES_SECRET,
  ...(settings.FILES_SECRET_PREVIOUS ? [settings.FILES_SECRET_PREVIOUS] : []),
];
