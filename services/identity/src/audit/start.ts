import { EVENTS_STREAM } from '@symbio/events';
import { createSweep } from '@symbio/runtime';
import type { DatabaseHost } from '@symbio/mongo';
import type { IdentityConfig } from '../config.js';
import { AUDIT_DURABLE } from '../consumers.js';
import { auditModels } from './model.js';
import { auditRepository } from './repository.js';
import { createRetention, type Retention } from './retention.js';
import { HEADS_BUCKET, createTrail, type Trail, type TrailDeps } from './trail.js';

/** Milliseconds between checks of new entries, and of the whole trail. */
const NEW_MS = 60_000;
const ALL_MS = 86_400_000;
/** Milliseconds between measurements of the trail's lag. */
const LAG_MS = 15_000;

/** Opens the audit trail in its own database and maintains it while the service runs. */
export async function startAudit(
  host: DatabaseHost,
  config: IdentityConfig,
  organizationsOf: TrailDeps['organizationsOf'],
): Promise<{ trail: Trail; retention: Retention; onAudited: (at: Date) => void }> {
  const { AUDIT_MONGODB_DB: database, MONGODB_URI: uri } = config;
  const { log, clock, metrics, broker } = host;
  const models = await host.database('mongodb-audit', { uri, database }, auditModels);
  const heads = await host.prepared(() => broker.keyValue(HEADS_BUCKET, 0));
  const repository = auditRepository(models);
  const trail = createTrail({ repository, heads, database, organizationsOf, clock, metrics, log });
  const retention = createRetention({ repository, trail, clock });
  /** Time of the newest event that is in the trail or needs no entry. */
  let audited: Date | undefined;
  host.sweep(
    createSweep({
      what: 'looking at new entries of the audit trail',
      everyMs: NEW_MS,
      run: async () => void (await trail.verifyNew()),
      log,
    }),
    createSweep({
      what: 'looking at the audit trail, and removing what is old',
      everyMs: ALL_MS,
      atOnce: true,
      run: (signal) => retention.verifyAndRemove(signal),
      log,
    }),
    createSweep({
      what: 'reading how far the audit trail is behind',
      everyMs: LAG_MS,
      async run() {
        const waiting = await broker.undelivered(EVENTS_STREAM.name, AUDIT_DURABLE);
        const since = waiting > 0 && audited ? clock.now().getTime() - audited.getTime() : 0;
        metrics.auditLag.set(Math.max(0, since / 1_000));
      },
      log,
    }),
  );
  return { trail, retention, onAudited: (at) => (audited = at) };
}
