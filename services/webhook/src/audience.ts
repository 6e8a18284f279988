/** Resolves the owner of a webhook and their current access. */
import { seesOrganization } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { Caller, IdentityServiceService } from '@symbio/proto/identity';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { WebhookRow } from './model.js';
import { seesOnlyOwnIssues, type IssueAccess } from '@symbio/proto/issue/vocabulary';

export interface AudienceDeps {
  identity: Pick<Client<typeof IdentityServiceService>, 'getCaller'>;
  projects: Pick<Client<typeof ProjectServiceService>, 'checkAccessOf'>;
  /** Who sees all issues, as in the issue service (D-68). */
  issueAccess: IssueAccess;
  asSelf: () => Promise<CallParent>;
}

export interface Subject {
  /** Empty without project. */
  projectId: string;
  /** Of an issue. */
  reporterId?: string;
  /** Of an issue; absent: the operator of the installation. */
  organizationId?: string;
}

/** 'ended': the webhook has no valid owner any more. */
export type Access = 'permitted' | 'denied' | 'ended';

type OwnedWebhook = Pick<WebhookRow, 'ownerId' | 'apiKeyId' | 'projectIds'>;

const seesIssuesOf = ({ role, organizationId }: Caller, owner: string | undefined): boolean =>
  seesOrganization({ via: 'user', role, organizationId: organizationId || undefined }, owner);

/** Not cached: access that has just ended must stop notifications. */
export function createAudience({ identity, projects, issueAccess, asSelf }: AudienceDeps) {
  async function sees(caller: Caller, webhook: OwnedWebhook, subject: Subject): Promise<boolean> {
    const { projectId, reporterId } = subject;
    if (reporterId !== undefined && !seesIssuesOf(caller, subject.organizationId)) return false;
    // limited keys see events without project as in the issue tracker: only what their user reported
    if (projectId === '')
      return (
        ([caller.projectIds, webhook.projectIds].every(({ length }) => length === 0) &&
          !seesOnlyOwnIssues(issueAccess, caller.role)) ||
        reporterId === (caller.agentId || caller.userId)
      );
    if (webhook.projectIds.length > 0 && !webhook.projectIds.includes(projectId)) return false;
    const { userId, role, organizationId, projectIds: limits } = caller;
    const asked = { userId, role, organizationId, limits, projectIds: [projectId] };
    const { roles } = await projects.checkAccessOf(asked, await asSelf());
    return roles[projectId] !== undefined;
  }

  return {
    /** @param subject undefined for a ping */
    async accessOf(webhook: OwnedWebhook, subject: Subject | undefined): Promise<Access> {
      const { ownerId: userId, apiKeyId } = webhook;
      const { caller } = await identity.getCaller({ userId, apiKeyId }, await asSelf());
      // users own webhooks only as administrators
      if (!caller || (apiKeyId === '' && caller.role !== 'administrator')) return 'ended';
      return !subject || (await sees(caller, webhook, subject)) ? 'permitted' : 'denied';
    },
  };
}

export type Audience = ReturnType<typeof createAudience>;
