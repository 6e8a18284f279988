/** Roles of people, strongest first (AUTH-25). */
export const ROLES = ['administrator', 'symbio', 'customer'] as const;
export type Role = (typeof ROLES)[number];

/** What a role may be allowed to do (AUTH-27). */
export const PERMISSION_KEYS = ['canCreateProject', 'canManageUser', 'canSeeReleaseNotes', 'canManageAgents'] as const;
export type PermissionKey = (typeof PERMISSION_KEYS)[number];

export const AUTHOR_TYPES = ['human', 'ai_agent'] as const;
export type AuthorType = (typeof AUTHOR_TYPES)[number];

/** Grants of a new installation (OP-08). Afterwards the stored rows count, whoever changed them. */
export const DEFAULT_GRANTS: Readonly<Record<Role, readonly PermissionKey[]>> = {
  administrator: PERMISSION_KEYS,
  symbio: ['canCreateProject', 'canSeeReleaseNotes', 'canManageAgents'],
  customer: [],
};

/** Every permission key with whether it is granted, for each role. */
export type Grants = Readonly<Record<Role, Readonly<Record<PermissionKey, boolean>>>>;

/** Whether a text is a person's role. */
export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Whether a text is a type of author. */
export const isAuthorType = (text: string): text is AuthorType => (AUTHOR_TYPES as readonly string[]).includes(text);

/** The role that the roles in a token give: the strongest that is known, customer when none is. */
export const roleFromToken = (realmRoles: readonly string[]): Role =>
  ROLES.find((role) => realmRoles.includes(role)) ?? 'customer';

/** The rows of a new installation's grants. */
export const defaultGrantRows = (): { role: Role; permissionKey: PermissionKey; allowed: boolean }[] =>
  ROLES.flatMap((role) =>
    PERMISSION_KEYS.map((permissionKey) => ({
      role,
      permissionKey,
      allowed: DEFAULT_GRANTS[role].includes(permissionKey),
    })),
  );

/** Grants as stored rows tell them: what no row allows is not granted. */
export function grantsFrom(rows: readonly { role: Role; permissionKey: PermissionKey; allowed: boolean }[]): Grants {
  const of = (role: Role): Record<PermissionKey, boolean> => {
    const allowed = new Set(rows.filter((row) => row.role === role && row.allowed).map((row) => row.permissionKey));
    return {
      canCreateProject: allowed.has('canCreateProject'),
      canManageUser: allowed.has('canManageUser'),
      canSeeReleaseNotes: allowed.has('canSeeReleaseNotes'),
      canManageAgents: allowed.has('canManageAgents'),
    };
  };
  return { administrator: of('administrator'), symbio: of('symbio'), customer: of('customer') };
}
