import type { DocumentJob } from '../model.js';

/** `since` of a reading that a migration asked for: created in its turn by the sweep of lost jobs. */
export const IN_TURN = new Date(0);

export const isInTurn = ({ since }: Pick<DocumentJob, 'since'>): boolean => since.getTime() === IN_TURN.getTime();
