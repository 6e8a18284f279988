import type { LookRepository } from './look-repository.js';
import type { InvitationRepository } from './invitation-repository.js';
import type { ProgressRepository } from './progress-repository.js';
import type { MemberRepository, SiteVisitRepository } from './repository.js';

export interface CleanUpDeps {
  members: Pick<MemberRepository, 'removeAllOf'>;
  invitations: Pick<InvitationRepository, 'removeAllOf'>;
  visits: Pick<SiteVisitRepository, 'removeAllOf'>;
  progress: Pick<ProgressRepository, 'removeAllOf'>;
  looks: Pick<LookRepository, 'removeAllOf'>;
}

/** Deletes the data of a deleted project. Idempotent. */
export const createCleanUp =
  ({ members, invitations, visits, progress, looks }: CleanUpDeps) =>
  async (projectId: string): Promise<void> => {
    await members.removeAllOf(projectId);
    await invitations.removeAllOf(projectId);
    await visits.removeAllOf(projectId);
    await progress.removeAllOf(projectId);
    await looks.removeAllOf(projectId);
  };
