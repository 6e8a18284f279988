import { PERMISSIONS, USER_ROLES, type Permission, type UserRole } from '@symbio/proto/identity/vocabulary';

/** Grants of a new installation (OP-08). Afterwards only the stored rows apply. */
export const DEFAULT_GRANTS: Readonly<Record<UserRole, readonly Permission[]>> = {
  administrator: PERMISSIONS,
  symbio: ['canCreateProject', 'canSeeReleaseNotes', 'canManageAgents'],
  customer: [],
};

export type Grants = Readonly<Record<UserRole, Readonly<Record<Permission, boolean>>>>;

/** Customer if none is known. */
export const roleFromToken = (realmRoles: readonly string[]): UserRole =>
  USER_ROLES.find((role) => realmRoles.includes(role)) ?? 'customer';

export const defaultGrantRows = (): { role: UserRole; permissionKey: Permission; allowed: boolean }[] =>
  USER_ROLES.flatMap((role) =>
    PERMISSIONS.map((permissionKey) => ({
      role,
      permissionKey,
      allowed: DEFAULT_GRANTS[role].includes(permissionKey),
    })),
  );

/** Grants from stored rows; permissions without a row are denied. */
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
