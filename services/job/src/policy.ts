import { notAuthorized, type Actor } from '@symbio/runtime';
import { services, signedIn, type Policies } from '@symbio/rpc';
import { atLeast } from '@symbio/project-access';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { JobServiceService } from '@symbio/proto/job';

const workers = services('document-worker');
const documents = services('document');

export const policies: Policies<typeof JobServiceService> = {
  createJob: signedIn,
  getJob: signedIn,
  listJobs: signedIn,
  listActiveJobs: signedIn,
  getJobLogs: signedIn,
  listAttempts: signedIn,
  cancelJob: signedIn,
  stopJob: signedIn,
  retryJob: signedIn,
  cancelJobs: signedIn,
  retryJobs: signedIn,
  getStatistics: signedIn,
  hurryJob: documents,
  startAttempt: workers,
  reportProgress: workers,
  completeAttempt: workers,
  failAttempt: workers,
};

const managesAgents = (actor: Actor): boolean => actor.permissions.includes('canManageAgents');
const editor = (_: Actor, role: ProjectRole): boolean => atLeast(role, 'editor');
const editorOrManager = (actor: Actor, role: ProjectRole): boolean => editor(actor, role) || managesAgents(actor);

const RULES = {
  read: () => true,
  create: editor,
  cancel: editorOrManager,
  stop: editorOrManager,
  retry: editorOrManager,
} satisfies Record<string, (actor: Actor, role: ProjectRole) => boolean>;

export type JobAction = keyof typeof RULES;

export const can = (actor: Actor, action: JobAction, role: ProjectRole): boolean => RULES[action](actor, role);

/** @throws AppError PERMISSION_DENIED */
export function authorize(actor: Actor, action: JobAction, role: ProjectRole): void {
  if (!can(actor, action, role)) throw notAuthorized();
}
