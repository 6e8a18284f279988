import { serviceActor } from '@symbio/runtime';
import { administrator } from '@symbio/runtime/testing';
import { NEEDED_ROLE, policies } from './policy.js';

describe('permissions on documents (OP-07, OP-09)', () => {
  it('viewers read, editors do the rest', () => {
    const { read, ...others } = NEEDED_ROLE;
    expect(read).toBe('viewer');
    expect(new Set(Object.values(others))).toEqual(new Set(['editor']));
  });

  it.each(['beginProcessing', 'recordPageCount', 'recordPage'] as const)('%s is for our processes only', (method) => {
    expect(policies[method].allows(administrator())).toBe(false);
    expect(policies[method].allows(serviceActor('document-worker'))).toBe(true);
  });
});
