/** When each person last looked at the changes of a project. */
import type { Clock } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { Access } from './access.js';
import type { LookRepository } from './look-repository.js';

export interface LookDeps {
  repository: Pick<LookRepository, 'seenAt' | 'advance'>;
  access: Pick<Access, 'require'>;
  clock: Clock;
}

export type Looks = ReturnType<typeof createLooks>;

export const createLooks = ({ repository, access, clock }: LookDeps) => ({
  /** Of the caller; the first look is now. @throws AppError NOT_FOUND */
  async last(projectId: string, context: CallContext): Promise<Date> {
    await access.require(context, projectId, 'read the project');
    return repository.seenAt(projectId, context.actor.sub, clock.now());
  },

  /** Never moves back, nor into the future. @throws AppError NOT_FOUND */
  async markSeen(projectId: string, until: Date | undefined, context: CallContext): Promise<Date> {
    await access.require(context, projectId, 'read the project');
    const now = clock.now();
    return repository.advance(projectId, context.actor.sub, until && until < now ? until : now);
  },
});
