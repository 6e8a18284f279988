/** Who stands behind a webhook, and what they may see at this moment. */
import type { CallParent, Client } from '@symbio/kit';
import type { Caller, IdentityServiceService } from '@symbio/proto/identity';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { WebhookRow } from './model.js';

export interface AudienceDeps {
  identity: Pick<Client<typeof IdentityServiceService>, 'getCaller'>;
  projects: Pick<Client<typeof ProjectServiceService>, 'checkAccessOf'>;
  /** Parent of the calls this process makes for itself. */
  asSelf: () => Promise<CallParent>;
}

/** What an event is about. */
export interface Subject {
  /** Empty: it belongs to no project. */
  projectId: string;
  /** Of an issue: who reported it. */
  reporterId?: string;
}

/** 'ended': nobody stands behind the webhook any more. */
export type Standing = 'told' | 'not told' | 'ended';

type Behind = Pick<WebhookRow, 'ownerId' | 'apiKeyId' | 'projectIds'>;

/** Asked anew each time: a membership that has just ended is no reason to tell once more. */
export function createAudience({ identity, projects, asSelf }: AudienceDeps) {
  async function sees(caller: Caller, webhook: Behind, { projectId, reporterId }: Subject): Promise<boolean> {
    // what belongs to no project is shown to whoever is limited to some as the issue tracker does: what they reported
    if (projectId === '')
      return (
        [caller.projectIds, webhook.projectIds].every(({ length }) => length === 0) ||
        reporterId === (caller.agentId || caller.userId)
      );
    if (webhook.projectIds.length > 0 && !webhook.projectIds.includes(projectId)) return false;
    const asked = { userId: caller.userId, role: caller.role, limits: caller.projectIds, projectIds: [projectId] };
    const { roles } = await projects.checkAccessOf(asked, await asSelf());
    return roles[projectId] !== undefined;
  }

  return {
    /** @param subject undefined: a ping, which is about nothing */
    async standing(webhook: Behind, subject: Subject | undefined): Promise<Standing> {
      const { ownerId: userId, apiKeyId } = webhook;
      const { caller } = await identity.getCaller({ userId, apiKeyId }, await asSelf());
      // a person keeps webhooks as an administrator; who no longer is one keeps none
      if (!caller || (apiKeyId === '' && caller.role !== 'administrator')) return 'ended';
      return !subject || (await sees(caller, webhook, subject)) ? 'told' : 'not told';
    },
  };
}

export type Audience = ReturnType<typeof createAudience>;
