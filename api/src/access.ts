export const ACCESSES = ['open', 'read', 'write', 'people'] as const;

/**
 * Required credential: none (`open`), read access (`read`), write access (`write`; read-only keys are refused), or a
 * signed-in user (`people`; the services refuse all keys). Services check access to projects.
 */
export type Access = (typeof ACCESSES)[number];

export const isWrite = (access: Access): boolean => access === 'write' || access === 'people';
