/** Audit trail, for administrators (AUTH-29, OP-21). */
import { AuditFilter } from '@symbio/proto/identity';
import { ADMINISTRATORS_ONLY, allProcesses } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';

const identity = callsOf('identity');
const administrators = {
  cites: 'AUTH-29',
  allowed: ADMINISTRATORS_ONLY,
  processes: allProcesses(403),
  request: () => ({}),
};

const route = (name: string, path: string): RouteRow => ({
  route: name,
  cites: 'AUTH-29',
  call: () => ({ path }),
  allowed: ADMINISTRATORS_ONLY,
});

export const routes: RouteRow[] = [
  route('GET /api/audit', '/api/audit'),
  route('GET /api/audit/state', '/api/audit/state'),
  route('POST /api/audit/verify', '/api/audit/verify'),
  {
    ...route('PUT /api/audit/retention', '/api/audit/retention'),
    // unlimited, so no other row's entries are removed
    call: () => ({ path: '/api/audit/retention', body: { days: null } }),
  },
  route('GET /api/audit/export', '/api/audit/export?format=csv'),
];

export const calls: CallRow[] = [
  identity('listAuditEntries', { ...administrators, request: () => ({ filter: AuditFilter.fromPartial({}) }) }),
  identity('getAuditState', administrators),
  identity('verifyAuditTrail', administrators),
  identity('setAuditRetention', { ...administrators, request: () => ({ days: 0 }) }),
];
