import { isId, notFound, type Actor, type Clock } from '@symbio/runtime';
import { event } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import type { ProjectAccess } from '@symbio/project-access';
import { annotationEvents, reviewRuleEvents } from '@symbio/proto/annotation';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import { annotationEvent } from '../events.js';
import type { AnnotationRow, AppliedRule } from '../model.js';
import { roleFor } from '../policy.js';
import type { AnnotationRepository } from '../repository.js';
import { deriveRules, labelKey, type DerivedRule, type IgnoredDecisions } from './derive.js';
import { toReviewRule } from './mapping.js';
import type { ReviewRuleRow } from './model.js';
import { readingOf, type Reading, type ReviewRuleRepository } from './review-rule-repository.js';

const MAX_EVIDENCE = 50;
/** More mean that decisions are made all the time; each of them settles again. */
const MAX_PASSES = 20;
const MAX_EXCEPTIONS = 20;

export interface ReviewRuleDeps {
  reviewRules: ReviewRuleRepository;
  repository: Pick<AnnotationRepository, 'changeMany' | 'change' | 'find'>;
  access: Pick<ProjectAccess, 'require'>;
  clock: Clock;
  /** Actor for changes caused by events. */
  self: Actor;
}

export interface CountedReviewRule {
  row: ReviewRuleRow;
  /** Undecided proposals that it applies to. */
  applied: number;
}

type RuleState = Pick<
  ReviewRuleRow,
  'label' | 'correctedLabel' | 'correctedLandUse' | 'decisionCount' | 'evidence' | 'status'
>;

const stateOf = ({ label, correctedLabel, correctedLandUse, evidence }: DerivedRule): RuleState => ({
  ...{ label, correctedLabel, correctedLandUse, status: 'active' },
  ...{ decisionCount: evidence.length, evidence: evidence.slice(-MAX_EVIDENCE) },
});

const withdrawn = (row: ReviewRuleRow): RuleState => {
  const { label, correctedLabel, correctedLandUse, decisionCount, evidence } = row;
  return { label, correctedLabel, correctedLandUse, decisionCount, evidence, status: 'withdrawn' };
};

const evidenceKey = ({ evidence }: Pick<RuleState, 'evidence'>): string =>
  evidence.map(({ annotationId, at }) => `${annotationId} ${at.getTime()}`).join();

const isSame = (row: RuleState, state: RuleState): boolean =>
  row.status === state.status &&
  row.label === state.label &&
  row.correctedLabel === state.correctedLabel &&
  row.correctedLandUse === state.correctedLandUse &&
  row.decisionCount === state.decisionCount &&
  evidenceKey(row) === evidenceKey(state);

const ignoredBy = (rows: readonly ReviewRuleRow[]): IgnoredDecisions[] =>
  rows.flatMap(({ documentId, removals }) => removals.map(({ at }) => ({ documentId, at })));

type Applicable = Pick<DerivedRule, 'documentId' | 'action' | 'correctedLabel' | 'correctedLandUse'> & { id: string };

const isShownAnyway = ({ ruleExceptions }: AnnotationRow): boolean => ruleExceptions?.at(-1)?.shown ?? false;

function appliedTo(row: AnnotationRow, rules: readonly Applicable[]): AppliedRule | undefined {
  const rule = rules.find((each) => each.documentId === '' || each.documentId === row.documentId);
  if (!rule || (rule.action === 'suppress' && isShownAnyway(row))) return undefined;
  const { id, action, correctedLabel, correctedLandUse } = rule;
  return { id, action, correctedLabel, correctedLandUse };
}

const isSameRule = (a: AppliedRule | null | undefined, b: AppliedRule | undefined): boolean =>
  a?.id === b?.id && a?.correctedLabel === b?.correctedLabel && a?.correctedLandUse === b?.correctedLandUse;

export type ReviewRules = ReturnType<typeof createReviewRules>;

/** Rules derived from people's decisions about a project's proposals. They never leave the project. */
export function createReviewRules({ reviewRules, repository, access, clock, self }: ReviewRuleDeps) {
  /** @returns whether a proposal changed */
  async function apply(open: readonly AnnotationRow[], rules: readonly Applicable[]): Promise<boolean> {
    const others = open.filter((row) => !isSameRule(row.rule, appliedTo(row, rules)));
    if (others.length === 0) return false;
    await repository.changeMany(others, self, (row, after) => {
      const rule = appliedTo(row, rules);
      if (currentDecision(row.decisions) || isSameRule(row.rule, rule)) return undefined;
      return { set: { rule }, events: annotationEvent(annotationEvents.changed, after({ rule })) };
    });
    return true;
  }

  async function write({ projectId, label, landUse }: Reading, rule: DerivedRule): Promise<void> {
    const { id, documentId, action } = rule;
    const values = {
      projectId,
      documentId,
      landUse,
      action,
      labelKey: labelKey(label),
      removals: [],
      ...stateOf(rule),
    };
    await reviewRules.insert(id, values, self, (row) => [
      event(reviewRuleEvents.created, projectId, { rule: toReviewRule(row) }),
    ]);
  }

  async function update(known: ReviewRuleRow, state: RuleState): Promise<void> {
    await reviewRules.change(known._id, self, (row, after) =>
      // removed since the rules were derived
      row.removals.length !== known.removals.length || isSame(row, state)
        ? undefined
        : {
            set: state,
            events: [event(reviewRuleEvents.changed, row.projectId, { rule: toReviewRule(after(state)) })],
          },
    );
  }

  /** @returns whether something changed */
  async function settleOnce(reading: Reading): Promise<boolean> {
    const known = await reviewRules.about(reading);
    const { open, decided } = await reviewRules.proposals(reading);
    const derived = deriveRules(reading.projectId, decided, ignoredBy(known));
    let isChanged = false;
    for (const rule of derived) {
      const row = known.find(({ _id }) => _id === rule.id);
      if (row && isSame(row, stateOf(rule))) continue;
      isChanged = true;
      await (row ? update(row, stateOf(rule)) : write(reading, rule));
    }
    for (const row of known)
      if (row.status === 'active' && !derived.some(({ id }) => id === row._id)) {
        isChanged = true;
        await update(row, withdrawn(row));
      }
    return (await apply(open, derived)) || isChanged;
  }

  /** Repeats until nothing changes, because people may decide at the same time. */
  async function settle(reading: Reading): Promise<void> {
    let passes = 1;
    while (passes < MAX_PASSES && (await settleOnce(reading))) passes += 1;
  }

  async function erase(rows: readonly ReviewRuleRow[]): Promise<void> {
    for (const { _id } of rows) await reviewRules.change(_id, self, () => ({ remove: true, events: [] }));
  }

  async function found(id: string, context: CallContext): Promise<ReviewRuleRow> {
    const rule = isId(id) ? await reviewRules.find(id) : undefined;
    if (!rule) throw notFound('Rule');
    await access.require(context, rule.projectId, roleFor('view'), 'Rule');
    return rule;
  }

  async function counted(rows: readonly ReviewRuleRow[]): Promise<CountedReviewRule[]> {
    const counts = rows[0] ? await reviewRules.appliedCounts(rows[0].projectId) : new Map<string, number>();
    return rows.map((row) => ({ row, applied: counts.get(row._id) ?? 0 }));
  }

  /** After a change of a proposal, of a person's copy of it, or of what their mentions say. */
  async function follow(annotationId: string, isDecision = false): Promise<void> {
    const row = await reviewRules.annotation(annotationId);
    const proposal = row?.derivedFrom ? await reviewRules.annotation(row.derivedFrom) : row;
    const reading = proposal && readingOf(proposal);
    if (!reading) return;
    if (isDecision || currentDecision(proposal.decisions)) {
      await settle(reading);
      return;
    }
    const active = (await reviewRules.about(reading)).filter(({ status }) => status === 'active');
    await apply(
      [proposal],
      active.map(({ _id: id, ...rule }) => ({ id, ...rule })),
    );
  }

  return {
    /** Active ones first, then the latest changed first. @throws AppError NOT_FOUND */
    async list(context: CallContext, projectId: string): Promise<CountedReviewRule[]> {
      await access.require(context, projectId, roleFor('view'), 'Project', 'project_id');
      const rows = await reviewRules.of(projectId);
      const isActive = ({ status }: ReviewRuleRow): boolean => status === 'active';
      return counted([...rows.filter(isActive), ...rows.filter((row) => !isActive(row))]);
    },

    /** Its decisions no longer count for this label. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async remove(context: CallContext, id: string): Promise<CountedReviewRule> {
      const { projectId, label, landUse } = await found(id, context);
      await access.require(context, projectId, roleFor('review'), 'Rule');
      const { authorId, name: authorName } = context.actor;
      const row = await reviewRules.change(id, context.actor, (rule, after) => {
        if (rule.status !== 'active') return undefined;
        const removal = { authorId, authorName, at: clock.now(), decisionCount: rule.decisionCount };
        const set = { status: 'removed' as const, removals: [...rule.removals, removal] };
        return { set, events: [event(reviewRuleEvents.removed, projectId, { rule: toReviewRule(after(set)) })] };
      });
      if (!row) throw notFound('Rule');
      await settle({ projectId, label, landUse });
      return { row, applied: 0 };
    },

    /** Shows one proposal that a rule suppresses, or ends that. Repeatable. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async show(context: CallContext, id: string, shown: boolean): Promise<AnnotationRow> {
      const proposal = isId(id) ? await repository.find(id) : undefined;
      if (!proposal) throw notFound('Annotation');
      await access.require(context, proposal.projectId, roleFor('review'), 'Annotation');
      const { authorId, name: authorName } = context.actor;
      const changed = await repository.change(id, context.actor, (row, after) => {
        const isPossible = shown ? row.rule?.action === 'suppress' : isShownAnyway(row);
        if (!isPossible || currentDecision(row.decisions)) return undefined;
        const exception = { shown, authorId, authorName, at: clock.now() };
        const ruleExceptions = [...(row.ruleExceptions ?? []), exception].slice(-MAX_EXCEPTIONS);
        const set = { ruleExceptions, ...(shown && { rule: undefined }) };
        return { set, events: annotationEvent(annotationEvents.changed, after(set)) };
      });
      if (!changed) throw notFound('Annotation');
      if (!shown) await follow(id);
      return (await repository.find(id)) ?? changed;
    },

    follow,

    /** After the decisions of a document were hidden or shown again. */
    async documentChanged(documentId: string): Promise<void> {
      for (const row of await reviewRules.ofDocument(documentId)) await settle(row);
    },

    async documentErased(documentId: string): Promise<void> {
      const rows = await reviewRules.ofDocument(documentId);
      await erase(rows.filter((row) => row.documentId === documentId));
      for (const row of rows.filter((each) => each.documentId !== documentId)) await settle(row);
    },

    projectErased: async (projectId: string): Promise<void> => erase(await reviewRules.of(projectId)),
  };
}
