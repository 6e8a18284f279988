/** Roles inside a project, weakest first (OP-06). admin is held by administrators in every project (AUTH-36). */
export const PROJECT_ROLES = ['viewer', 'editor', 'owner', 'admin'] as const;
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** Whether a text is a role inside a project. */
export const isProjectRole = (text: string): text is ProjectRole => (PROJECT_ROLES as readonly string[]).includes(text);

/** Whether `role` may do what `needed` may (OP-07: viewer reads, editor also changes, owner also manages). */
export const atLeast = (role: ProjectRole, needed: ProjectRole): boolean =>
  PROJECT_ROLES.indexOf(role) >= PROJECT_ROLES.indexOf(needed);
