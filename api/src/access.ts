/** Kinds of {@link Access}. */
export const ACCESSES = ['open', 'read', 'write', 'people'] as const;

/**
 * What a credential must allow: nothing (`open`), looking (`read`) or changing (`write`; a read-only key is refused), or changing
 * by somebody who is signed in (`people`; every key is refused, by the service that carries it out). Which projects it may look
 * at or change is the services' to say.
 */
export type Access = (typeof ACCESSES)[number];

/** Whether what needs this access changes something. */
export const isWrite = (access: Access): boolean => access === 'write' || access === 'people';
