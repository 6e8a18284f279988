import type { ComposeProgress } from '@symbio/report';

/** Within the folder of a composition. */
export const FOLDERS = { pictures: 'pictures', report: 'report' } as const;

export type FromChild = { progress: ComposeProgress } | { done: true } | { problem: string };
