/** The audit trail without its database and NATS, for tests. */
import { CHAIN_START } from '@symbio/hash-chain';
import { createLogger, createMetrics, newId } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import type { AuditCheckpoint, AuditRow, AuditSetting, AuditStateRow, AuditValues } from './model.js';
import type { AuditRepository } from './repository.js';
import { createTrail } from './trail.js';

/** Trail's collections, with the unique indexes of positions and ids. */
function memory() {
  const stored: AuditRow[] = [];
  const checkpoints: AuditCheckpoint[] = [];
  let state: AuditStateRow | undefined;
  let setting: AuditSetting | undefined;
  const newest = (): AuditRow | undefined => stored.at(-1);
  const repository: AuditRepository = {
    head: () => {
      const row = newest();
      return Promise.resolve(row ? { seq: row._id, hash: row.hash } : CHAIN_START);
    },
    known: (ids) => Promise.resolve(new Set(stored.map(({ id }) => id).filter((id) => ids.includes(id)))),
    add(rows) {
      for (const row of rows) {
        if (stored.some(({ _id, id }) => _id === row._id || id === row.id)) return Promise.resolve(false);
        stored.push({ ...row });
      }
      return Promise.resolve(true);
    },
    find: (seq) => Promise.resolve(stored.find(({ _id }) => _id === seq)),
    after: (seq, limit) => Promise.resolve(stored.filter(({ _id }) => _id > seq).slice(0, limit)),
    list: ({ organizationId }, before, limit) =>
      Promise.resolve(
        [...stored]
          .reverse()
          .filter((row) => organizationId === undefined || row.organizationId === organizationId)
          .filter(({ _id }) => before === 0 || _id < before)
          .slice(0, limit),
      ),
    oldest: (after) => Promise.resolve(stored.find(({ _id }) => _id > after)?._id ?? 0),
    lastBefore(moment, most) {
      const later = stored.find(({ at }) => at >= moment);
      const row = stored.find(({ _id }) => _id === Math.min(most, later ? later._id - 1 : most));
      return Promise.resolve(row && { seq: row._id, hash: row.hash });
    },
    checkpoint: () => Promise.resolve(checkpoints.at(-1)),
    addCheckpoint(checkpoint) {
      checkpoints.push(checkpoint);
      return Promise.resolve();
    },
    removeThrough(seq, limit) {
      const old = stored.filter(({ _id }) => _id <= seq).slice(0, limit);
      stored.splice(0, old.length);
      return Promise.resolve(old.length === limit);
    },
    retention: () => Promise.resolve(setting),
    setRetention(days, before, change) {
      if ((setting?.days ?? 0) !== before || setting?.change) return Promise.resolve(false);
      setting = { _id: 'retention', days, change };
      return Promise.resolve(true);
    },
    entered(id) {
      if (setting?.change?.id === id) setting = { ...setting, change: null };
      return Promise.resolve();
    },
    state: () => Promise.resolve(state),
    setState: (next) => {
      state = { _id: 'verification', ...next };
      return Promise.resolve();
    },
  };
  return { stored, checkpoints, repository };
}

function memoryHeads() {
  const kept = new Map<string, unknown>();
  return {
    get: (key: string) => Promise.resolve(kept.get(key)),
    update: (key: string, change: (value: unknown) => unknown) => {
      kept.set(key, change(kept.get(key)));
      return Promise.resolve(kept.get(key));
    },
  };
}

/** In-memory trail, and replicas that write to it. */
export function setUp() {
  const clock = new TestClock();
  const { stored, checkpoints, repository } = memory();
  const metrics = createMetrics('test');
  const heads = memoryHeads();
  const log = createLogger({ name: 'test', level: 'silent' });
  /** By user id. */
  const organizations = new Map<string, string>();
  const organizationsOf = () => Promise.resolve(organizations);
  const replica = (own: AuditRepository = repository) =>
    createTrail({ repository: own, heads, database: 'audit', organizationsOf, clock, metrics, log });
  return { clock, stored, checkpoints, organizations, repository, metrics, replica, trail: replica() };
}

/** Entry of an opened project. */
export const entry = (id = newId(), at = new Date('2026-11-23T10:00:00Z')): AuditValues => ({
  id,
  at,
  userId: newId(),
  authorId: '',
  apiKeyId: '',
  address: '192.0.2.7',
  action: 'opened',
  operation: 'getProject',
  object: 'project',
  objectId: newId(),
  projectId: '',
  status: 200,
  requestId: newId(),
});
export const entries = (count: number): AuditValues[] => Array.from({ length: count }, () => entry());
export const placesOf = (rows: readonly AuditRow[]): number[] => rows.map(({ _id }) => _id);
