import type { Actor } from '../actor.js';
import { newId } from '../ids.js';

export const person = (overrides: Partial<Actor> = {}): Actor => ({
  sub: newId(),
  authorId: newId(),
  name: 'Test Person',
  role: 'customer',
  permissions: [],
  via: 'user',
  scopes: [],
  ...overrides,
});

/** Actor with all permissions. */
export const administrator = (overrides: Partial<Actor> = {}): Actor =>
  person({
    role: 'administrator',
    permissions: ['canCreateProject', 'canManageUser', 'canSeeReleaseNotes', 'canManageAgents'],
    ...overrides,
  });
