import { z } from 'zod';

export const EXAMPLE_ISSUE = 'SYM-12';
export const about = {
  tag: 'Issues',
  description: 'The issue tracker: defects and feature requests about the product.',
};
export const { tag } = about;

/** Issue id in requests. */
export const issueName = (name: string) => {
  const error = `${name} is required`;
  return z
    .string({ error })
    .min(1, error)
    .meta({ description: 'An issue’s id or key (`SYM-12`, case-insensitive).', examples: [EXAMPLE_ISSUE] });
};

/** Distinct comma-separated values. @param isValue and the error for invalid ones */
export function values(description: string, isValue: (value: string) => boolean, error: string) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean))
    .refine((all) => all.every(isValue), error)
    .optional()
    .meta({ description: `${description} Comma-separated.`, override: { type: 'string' } });
}

export const words = (name: string, vocabulary: readonly string[]) =>
  values(
    `Any of ${vocabulary.map((word) => `\`${word}\``).join(', ')}.`,
    (value) => vocabulary.includes(value),
    `${name} must be one of ${vocabulary.join(', ')}`,
  );
