import type { ProgressRepository } from './progress-repository.js';
import type { MemberRepository, SiteVisitRepository } from './repository.js';

export interface CleanUpDeps {
  members: Pick<MemberRepository, 'removeAllOf'>;
  visits: Pick<SiteVisitRepository, 'removeAllOf'>;
  progress: Pick<ProgressRepository, 'removeAllOf'>;
}

/** Deletes the data of a deleted project. Idempotent. */
export const createCleanUp =
  ({ members, visits, progress }: CleanUpDeps) =>
  async (projectId: string): Promise<void> => {
    await members.removeAllOf(projectId);
    await visits.removeAllOf(projectId);
    await progress.removeAllOf(projectId);
  };
