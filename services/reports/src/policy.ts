import { administrators, people, services, signedIn, type Policies } from '@symbio/rpc';
import { AppError, seesOrganization, type Actor } from '@symbio/runtime';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { ReportsServiceService } from '@symbio/proto/reports';
import type { StoredRetention } from './model.js';

/** Only people write a report; signing refuses programs with a sentence. */
export const policies: Policies<typeof ReportsServiceService> = {
  getReport: signedIn,
  saveSection: people,
  saveDelivery: people,
  saveSettings: people,
  lockVersion: people,
  listVersions: signedIn,
  listRetainedVersions: administrators,
  getVersion: signedIn,
  createFileUrl: signedIn,
  getManifest: signedIn,
  listCitedPages: signedIn,
  getDifference: signedIn,
  submitVersion: people,
  requestChanges: people,
  signVersion: signedIn,
  issueVersion: people,
  withdrawVersion: people,
  getTemplates: signedIn,
  saveTemplate: people,
  removeTemplate: people,
  listShareLinks: signedIn,
  createShareLink: people,
  revokeShareLink: people,
  openShareLink: services('gateway'),
};

export const ROLE_TO = {
  read: 'viewer',
  write: 'editor',
  lock: 'editor',
  review: 'editor',
  sign: 'owner',
  issue: 'owner',
  settings: 'owner',
  seeLinks: 'editor',
  share: 'owner',
} as const satisfies Record<string, ProjectRole>;

/** Customers who only read a project see issued versions, never drafts. */
export const seesIssuedOnly = ({ role }: Pick<Actor, 'role'>, projectRole: ProjectRole): boolean =>
  role === 'customer' && projectRole === 'viewer';

/** An erased project has no roles. @throws AppError PERMISSION_DENIED for an administrator's API key */
export function seesRetained(actor: Actor, { organizationId }: Pick<StoredRetention, 'organizationId'>): boolean {
  const { role, scopes } = actor;
  if (role !== 'administrator' || scopes.length > 0 || !seesOrganization(actor, organizationId)) return false;
  if (!administrators.allows(actor))
    throw new AppError(
      'PERMISSION_DENIED',
      'people_only',
      'API keys cannot read reports of erased projects. Sign in as an administrator to read this one.',
    );
  return true;
}
