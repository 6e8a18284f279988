export const ACCESSES = ['open', 'read', 'write', 'people'] as const;

/**
 * Required credential: none (`open`), a key with `read` or `write` access, or a signed-in user (`people`). Services
 * check project access.
 */
export type Access = (typeof ACCESSES)[number];

export const isWrite = (access: Access): boolean => access === 'write' || access === 'people';
