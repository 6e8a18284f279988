/** What operations about issues share. */
import { z } from 'zod';

export const EXAMPLE_ISSUE = 'SYM-12';
/** Its heading in the document. */
export const about = {
  tag: 'Issues',
  description: 'The tracker: defects and wishes about the product itself.',
};
export const { tag } = about;

/** An issue as requests name it. */
export const issueName = (name: string) => {
  const error = `${name} is required`;
  return z
    .string({ error })
    .min(1, error)
    .meta({ description: 'An issue, by its id or its key (`SYM-12`, in any case).', examples: [EXAMPLE_ISSUE] });
};

/** Values separated by commas, each once. @param isValue and what is said when it is none */
export function values(description: string, isValue: (value: string) => boolean, error: string) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean))
    .refine((all) => all.every(isValue), error)
    .optional()
    .meta({ description: `${description} Several are separated by commas.`, override: { type: 'string' } });
}

/** Values of a vocabulary separated by commas. */
export const words = (name: string, vocabulary: readonly string[]) =>
  values(
    `Any of ${vocabulary.map((word) => `\`${word}\``).join(', ')}.`,
    (value) => vocabulary.includes(value),
    `${name} must be one of ${vocabulary.join(', ')}`,
  );
