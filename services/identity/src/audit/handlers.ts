import { invalidFields, organizationOf } from '@symbio/runtime';
import type { Handlers } from '@symbio/rpc';
import type { AuditEntry, AuditFilter, IdentityServiceService } from '@symbio/proto/identity';
import { AUDIT_ACTIONS, isAuditAction } from '@symbio/proto/identity/vocabulary';
import { DEFAULT_PER_PAGE, MAX_ROWS } from '@symbio/proto/limits';
import type { AuditRow } from './model.js';
import type { AuditQuery } from './repository.js';
import type { Retention } from './retention.js';
import type { Trail, TrailState } from './trail.js';

const toEntry = ({ _id: seq, ...values }: AuditRow): AuditEntry => ({
  seq,
  ...values,
  clientRequestId: values.clientRequestId ?? '',
  manifestSha256: values.manifestSha256 ?? '',
  organizationId: values.organizationId ?? '',
});

const stateOf = async (trail: Trail): Promise<{ state: TrailState }> => ({ state: await trail.state() });

/** @throws AppError INVALID_ARGUMENT for an unknown action */
function queryOf(filter: AuditFilter | undefined): AuditQuery {
  if (!filter) return {};
  const { actions, ...rest } = filter;
  if (!actions.every(isAuditAction))
    throw invalidFields({ action: `action must be one of ${AUDIT_ACTIONS.join(', ')}` });
  return { ...rest, actions: actions.filter(isAuditAction) };
}

type AuditCalls = 'listAuditEntries' | 'getAuditState' | 'verifyAuditTrail' | 'setAuditRetention';

export const auditHandlers = (
  trail: Trail,
  retention: Pick<Retention, 'set'>,
): Pick<Handlers<typeof IdentityServiceService>, AuditCalls> => ({
  async listAuditEntries({ filter, before, limit }, { actor }) {
    const most = Math.min(MAX_ROWS, limit > 0 ? limit : DEFAULT_PER_PAGE);
    const { rows, next } = await trail.list({ ...queryOf(filter), ...organizationOf(actor) }, before, most);
    return { entries: rows.map(toEntry), next };
  },

  getAuditState: () => stateOf(trail),

  async verifyAuditTrail() {
    await trail.verifyAll();
    return stateOf(trail);
  },

  async setAuditRetention({ days }, { actor }) {
    await retention.set(days, actor);
    return stateOf(trail);
  },
});
