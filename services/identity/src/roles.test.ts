import { PERMISSIONS, USER_ROLES, isUserRole } from '@symbio/proto/identity/vocabulary';
import { DEFAULT_GRANTS, defaultGrantRows, grantsFrom, roleFromToken } from './roles.js';

describe('the role in a token (AUTH-25)', () => {
  it.each([
    [[], 'customer'],
    [['offline_access', 'uma_authorization'], 'customer'],
    [['symbio'], 'symbio'],
    [['customer', 'symbio'], 'symbio'],
    [['symbio', 'administrator'], 'administrator'],
    [['Administrator'], 'customer'],
  ])('%j is %s', (realmRoles, role) => {
    expect(roleFromToken(realmRoles)).toBe(role);
  });

  it('must be one of three', () => {
    expect(USER_ROLES.every(isUserRole)).toBe(true);
    expect(isUserRole('owner')).toBe(false);
  });
});

describe('grants (AUTH-27, OP-08)', () => {
  it('are four for administrators, three for staff and none for customers', () => {
    const grants = grantsFrom(defaultGrantRows());
    expect(Object.values(grants.administrator)).toEqual([true, true, true, true]);
    expect(grants.symbio).toEqual({
      canCreateProject: true,
      canManageUser: false,
      canSeeReleaseNotes: true,
      canManageAgents: true,
    });
    expect(Object.values(grants.customer)).toEqual([false, false, false, false]);
  });

  it('have a row for every role and permission', () => {
    expect(defaultGrantRows()).toHaveLength(USER_ROLES.length * PERMISSIONS.length);
    expect(Object.keys(DEFAULT_GRANTS)).toEqual([...USER_ROLES]);
  });

  it('deny everything that no row allows', () => {
    expect(Object.values(grantsFrom([]).administrator)).toEqual([false, false, false, false]);
    expect(
      grantsFrom([{ role: 'customer', permissionKey: 'canManageUser', allowed: false }]).customer.canManageUser,
    ).toBe(false);
  });
});
