import { PERMISSIONS, USER_ROLES, type Permission, type UserRole } from '@symbio/proto/identity/vocabulary';

/** Grants of a new installation (OP-08). Afterwards the stored rows count, whoever changed them. */
export const DEFAULT_GRANTS: Readonly<Record<UserRole, readonly Permission[]>> = {
  administrator: PERMISSIONS,
  symbio: ['canCreateProject', 'canSeeReleaseNotes', 'canManageAgents'],
  customer: [],
};

/** Every permission key with whether it is granted, for each role. */
export type Grants = Readonly<Record<UserRole, Readonly<Record<Permission, boolean>>>>;

/** The role that the roles in a token give: the strongest that is known, customer when none is. */
export const roleFromToken = (realmRoles: readonly string[]): UserRole =>
  USER_ROLES.find((role) => realmRoles.includes(role)) ?? 'customer';

/** The rows of a new installation's grants. */
export const defaultGrantRows = (): { role: UserRole; permissionKey: Permission; allowed: boolean }[] =>
  USER_ROLES.flatMap((role) =>
    PERMISSIONS.map((permissionKey) => ({
      role,
      permissionKey,
      allowed: DEFAULT_GRANTS[role].includes(permissionKey),
    })),
  );

/** Grants as stored rows tell them: what no row allows is not granted. */
export function grantsFrom(rows: readonly { role: UserRole; permissionKey: Permission; allowed: boolean }[]): Grants {
  const of = (role: UserRole): Record<Permission, boolean> => {
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
