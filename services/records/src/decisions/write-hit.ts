/** Writes changes of decisions to the history of a hit. */
import type { CallContext } from '@symbio/rpc';
import { doerOf, stale, type Clock } from '@symbio/runtime';
import { recordHitEvents } from '@symbio/proto/records';
import { event, type PendingEvent } from '@symbio/mongo';
import type { StoredHit } from '../hits.js';
import { toKnownHit } from './mapping.js';
import { currentDecisions } from './current.js';
import type { KnownHit } from './known-hits.js';
import type { DecidedHitRow, StoredChange } from './model.js';
import type { DecisionRepository } from './repository.js';

export type NewChange = Omit<StoredChange, 'byId' | 'byName' | 'at' | 'text'> & { text: string };

/** Without its decisions; a hit that is no longer listed keeps its last facts. */
export const storedOf = ({ decisions: _, certainty, ...hit }: KnownHit, row?: Pick<DecidedHitRow, 'hit'>): StoredHit =>
  certainty === 'gone' ? (row?.hit ?? { ...hit, certainty: 'within' }) : { ...hit, certainty };

const toEvent = (row: DecidedHitRow, hit: KnownHit): PendingEvent =>
  event(recordHitEvents.changed, row.projectId, {
    hit: toKnownHit({ ...hit, decisions: currentDecisions(row, row.hit) }),
  });

/** What a person decided, without when and by which facts. */
const contentOf = ({ at: _, facts: _facts, ...content }: StoredChange): Record<string, unknown> => content;

function isSame(last: StoredChange | undefined, fresh: StoredChange): boolean {
  if (!last) return false;
  const [one, other] = [contentOf(last), contentOf(fresh)];
  return [...Object.keys(one), ...Object.keys(other)].every(
    (field) => JSON.stringify(one[field]) === JSON.stringify(other[field]),
  );
}

export function createHitWriter({ decisions, clock }: { decisions: DecisionRepository; clock: Clock }) {
  return {
    stamp: ({ actor }: CallContext): Pick<StoredChange, 'byId' | 'byName' | 'at'> => ({
      ...{ byId: doerOf(actor), byName: actor.name, at: clock.now() },
    }),

    /**
     * Repeatable: the same change by the same person is written once.
     * @throws AppError ABORTED if the hit has another revision
     */
    async write(
      projectId: string,
      hit: KnownHit,
      given: NewChange,
      context: CallContext,
      expectedRevision?: number,
    ): Promise<KnownHit> {
      const fresh: StoredChange = { ...given, ...this.stamp(context) };
      const values = { projectId, hit: storedOf(hit), history: [fresh] };
      const isNew = expectedRevision === undefined || expectedRevision === 0;
      const known = await decisions.decidedHit(hit.id);
      const inserted =
        !known && isNew
          ? await decisions.decidedHits.insert(hit.id, values, context.actor, (row) => [toEvent(row, hit)])
          : undefined;
      const row =
        inserted ??
        (await decisions.decidedHits.change(hit.id, context.actor, (row, after) => {
          if (isSame(row.history.at(-1), fresh)) return undefined;
          if (expectedRevision !== undefined && row.rev !== expectedRevision) throw stale('This record');
          const set = { hit: storedOf(hit, row), history: [...row.history, fresh] };
          return { set, events: [toEvent(after(set), hit)] };
        }));
      if (!row) throw stale('This record');
      return { ...hit, decisions: currentDecisions(row, hit.certainty === 'gone' ? undefined : row.hit) };
    },
  };
}

export type HitWriter = ReturnType<typeof createHitWriter>;
