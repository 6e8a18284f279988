import { atLeast } from './roles.js';
import { PROJECT_ROLES, isProjectRole } from '@symbio/proto/project/vocabulary';

describe('Roles inside a project', () => {
  it('are viewer, editor, owner and, for administrators, admin, each stronger than the one before (OP-06, OP-07)', () => {
    expect(PROJECT_ROLES).toEqual(['viewer', 'editor', 'owner', 'admin']);
    const strongEnough = PROJECT_ROLES.map((held) => PROJECT_ROLES.filter((needed) => atLeast(held, needed)));
    expect(strongEnough).toEqual([
      ['viewer'],
      ['viewer', 'editor'],
      ['viewer', 'editor', 'owner'],
      ['viewer', 'editor', 'owner', 'admin'],
    ]);
  });

  it('are distinguished from other texts', () => {
    expect(PROJECT_ROLES.every(isProjectRole)).toBe(true);
    expect(['', 'Viewer', 'administrator', 'toString'].some(isProjectRole)).toBe(false);
  });
});
