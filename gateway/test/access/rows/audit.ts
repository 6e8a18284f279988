/** The audit trail, which is the administrators' (AUTH-29, OP-21). */
import { ADMINISTRATORS_ONLY, allProcesses } from '../callers.js';
import { callsOf, type CallRow } from '../tries.js';

const identity = callsOf('identity');
const administrators = {
  cites: 'AUTH-29',
  allowed: ADMINISTRATORS_ONLY,
  processes: allProcesses(403),
  request: () => ({}),
};

export const calls: CallRow[] = [
  identity('listAuditEntries', administrators),
  identity('getAuditState', administrators),
  identity('verifyAuditTrail', administrators),
];
