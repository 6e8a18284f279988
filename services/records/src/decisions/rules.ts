/** Dispositions of many hits by a rule, undone as one action. */
import { isClose, isOfReleases } from '@symbio/agency-lists';
import { creationHash, event, idTaken } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import { recordRuleEvents, type DecideHitsRequest, type ExcludedHit } from '@symbio/proto/records';
import type { CallContext } from '@symbio/rpc';
import { conflict, doerOf, isId, newId, notFound, refuseFields, stale, type Clock } from '@symbio/runtime';
import { ROLE_TO } from '../policy.js';
import { isAdjoining, kindOf } from './current.js';
import { dispositionOf } from './dispositions.js';
import { problemOf, readJudgement, refuseAgents, type Judgement } from './judging.js';
import type { KnownHit, KnownHits } from './known-hits.js';
import { toRule } from './mapping.js';
import type { DecidedHitRow, RuleRow, StoredChange, StoredFilter } from './model.js';
import type { DecisionRepository } from './repository.js';
import { storedOf, type HitWriter } from './write-hit.js';

const MAX_HITS = 5_000;
const NEAR = 'On or next to the property: decide it by itself, or include such records.';
const RELEASES = 'A list of releases: decide it by itself, or include such lists.';

export interface RuleDeps {
  knownHits: KnownHits;
  decisions: DecisionRepository;
  access: Pick<ProjectAccess, 'require'>;
  writer: HitWriter;
  clock: Clock;
}

const has = (values: readonly string[], value: string): boolean => values.length === 0 || values.includes(value);

export const matches = (hit: KnownHit, filter: StoredFilter): boolean =>
  has(filter.lists, hit.list) &&
  has(filter.certainties, hit.certainty) &&
  has(filter.directions, hit.octant) &&
  has(filter.statuses, hit.status) &&
  has(filter.violations ?? [], hit.violations ?? '') &&
  hit.metres >= (filter.minDistanceM ?? 0) &&
  hit.metres <= (filter.maxDistanceM ?? Infinity) &&
  // an orphan has no distance
  (hit.certainty !== 'orphan' || (filter.minDistanceM === undefined && filter.maxDistanceM === undefined));

interface Chosen {
  taken: KnownHit[];
  excluded: ExcludedHit[];
}

function sort(hits: readonly KnownHit[], judgement: Judgement, given: DecideHitsRequest): Chosen {
  const reasonOf = (hit: KnownHit): string | undefined => {
    const judged = { ...hit, isAdjoining: isAdjoining(hit, hit.decisions) };
    if (!given.includeClose && isClose(judged)) return NEAR;
    if (!given.includeReleases && isOfReleases(hit)) return RELEASES;
    return problemOf(hit, judgement);
  };
  const taken: KnownHit[] = [];
  const excluded: ExcludedHit[] = [];
  for (const hit of hits) {
    const reason = reasonOf(hit);
    if (reason === undefined) taken.push(hit);
    else excluded.push({ hitId: hit.id, reason });
  }
  return { taken, excluded };
}

export function createRules({ knownHits, decisions, access, writer, clock }: RuleDeps) {
  /** Hits that a request names or filters. @throws AppError NOT_FOUND, INVALID_ARGUMENT, ABORTED */
  async function candidates({ projectId, filter, hitIds }: DecideHitsRequest): Promise<KnownHit[]> {
    refuseFields({
      ...(!filter && hitIds.length === 0 ? { ids: 'Give ids or a filter' } : {}),
      ...(hitIds.length > MAX_HITS ? { ids: `Give at most ${MAX_HITS} ids` } : {}),
    });
    const all = (await knownHits.ofProject(projectId)).filter(({ certainty }) => certainty !== 'gone');
    const named = new Set(hitIds);
    const chosen = named.size > 0 ? all.filter(({ id }) => named.has(id)) : all;
    if (chosen.length < named.size) throw notFound('Record', 'ids');
    if (!filter) return chosen;
    const open = chosen.filter((hit) => matches(hit, filter) && kindOf(hit.decisions) === 'undecided');
    if (open.length < named.size) throw stale('One of these records');
    return open;
  }

  /** Completes an interrupted call too. */
  async function apply(rule: RuleRow, context: CallContext): Promise<RuleRow> {
    const { _id: ruleId, projectId, kind, codes, text, hitIds, byId, byName } = rule;
    const hits = (await knownHits.ofProject(projectId)).filter(({ id }) => hitIds.includes(id));
    const at = rule.createdAt;
    const changeOf = (hit: KnownHit): StoredChange => ({
      ...dispositionOf(hit, { kind, codes, text }),
      ...{ ruleId, byId, byName, at },
    });
    const known = new Map((await decisions.decidedHitsById(hitIds)).map((row) => [row._id, row]));
    const fresh = hits.filter(({ id }) => !known.has(id));
    const inserted = await decisions.decidedHits.insertMany(
      fresh.map((hit) => ({
        id: hit.id,
        values: { projectId, hit: storedOf(hit), history: [changeOf(hit)] },
      })),
      context.actor,
      () => [],
    );
    const missed = fresh.filter((_hit, index) => !inserted[index]).map(({ id }) => id);
    const rows = [...known.values(), ...(await decisions.decidedHitsById(missed))];
    const hitOf = new Map(hits.map((hit) => [hit.id, hit]));
    await decisions.decidedHits.changeMany(rows, context.actor, (row) => {
      const hit = hitOf.get(row._id);
      if (!hit || row.history.some((change) => change.ruleId === ruleId)) return undefined;
      return { set: { hit: storedOf(hit, row), history: [...row.history, changeOf(hit)] }, events: [] };
    });
    const applied = await decisions.rules.change(ruleId, context.actor, (row, after) => {
      if (row.appliedAt) return undefined;
      const set = { appliedAt: clock.now() };
      return { set, events: [event(recordRuleEvents.created, projectId, { rule: toRule(after(set)) })] };
    });
    return applied ?? rule;
  }

  async function found(id: string, context: CallContext): Promise<RuleRow> {
    const rule = isId(id) ? await decisions.rule(id) : undefined;
    if (!rule) throw notFound('Rule');
    await access.require(context, rule.projectId, ROLE_TO.read, 'Rule');
    return rule;
  }

  return {
    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED */
    async decide(given: DecideHitsRequest, context: CallContext): Promise<{ rule: RuleRow; excluded: ExcludedHit[] }> {
      const { projectId, filter } = given;
      await access.require(context, projectId, ROLE_TO.decide, 'Project', 'project_id');
      refuseAgents(context.actor);
      refuseFields(given.id === '' || isId(given.id) ? {} : { id: 'id must be a UUID' });
      const judgement = readJudgement(given);
      const { kind, codes, text } = judgement;
      const { id: _, dryRun, ...request } = given;
      const hash = creationHash({ ...request });
      const id = given.id || newId();
      const known = dryRun ? undefined : await decisions.rule(id);
      if (known) {
        if (known.projectId !== projectId || known.creationHash !== hash) throw idTaken('A rule');
        return { rule: known.appliedAt ? known : await apply(known, context), excluded: [] };
      }
      const { taken, excluded } = sort(await candidates(given), judgement, given);
      const values = {
        ...{ projectId, kind, codes, text, hitIds: taken.map((hit) => hit.id), creationHash: hash },
        ...(filter && { filter }),
        ...{ byId: doerOf(context.actor), byName: context.actor.name },
      };
      const now = clock.now();
      const own = { _id: id, rev: 0, createdAt: now, updatedAt: now, deletedAt: null, outbox: [] };
      if (dryRun) return { rule: { ...values, ...own }, excluded };
      if (taken.length === 0)
        throw conflict('no_records', excluded[0]?.reason ?? 'No undecided record matches the filter.');
      const rule = await decisions.rules.insert(id, values, context.actor, () => []);
      if (!rule) throw idTaken('A rule');
      return { rule: await apply(rule, context), excluded };
    },

    /** Hits that were decided since keep their disposition. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async undo(id: string, context: CallContext): Promise<RuleRow> {
      const rule = await found(id, context);
      await access.require(context, rule.projectId, ROLE_TO.decide, 'Rule');
      refuseAgents(context.actor);
      const stamp = writer.stamp(context);
      const rows = await decisions.decidedHitsById(rule.hitIds);
      const isOpen = ({ history }: DecidedHitRow): boolean =>
        history.some(({ what, ruleId }) => what === 'disposition' && ruleId === id) &&
        !history.some(({ what, ruleId }) => what === 'undo' && ruleId === id);
      await decisions.decidedHits.changeMany(rows.filter(isOpen), context.actor, (row) =>
        isOpen(row)
          ? { set: { history: [...row.history, { what: 'undo', ruleId: id, text: '', ...stamp }] }, events: [] }
          : undefined,
      );
      const undone = await decisions.rules.change(id, context.actor, (row, after) => {
        if (row.undoneAt) return undefined;
        const set = { undoneAt: stamp.at, undoneById: stamp.byId, undoneByName: stamp.byName };
        return { set, events: [event(recordRuleEvents.undone, row.projectId, { rule: toRule(after(set)) })] };
      });
      if (!undone) throw notFound('Rule');
      return undone;
    },

    /** Newest first. @throws AppError NOT_FOUND */
    async list(projectId: string, context: CallContext): Promise<RuleRow[]> {
      await access.require(context, projectId, ROLE_TO.read, 'Project', 'project_id');
      return decisions.rulesOf(projectId);
    },
  };
}

export type Rules = ReturnType<typeof createRules>;
