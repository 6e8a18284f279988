import { PROJECT_ROLES, type ProjectRole } from '@symbio/proto/project/vocabulary';

/** Whether `role` includes `needed` (OP-07: viewer reads, editor also changes, owner also manages). */
export const atLeast = (role: ProjectRole, needed: ProjectRole): boolean =>
  PROJECT_ROLES.indexOf(role) >= PROJECT_ROLES.indexOf(needed);
