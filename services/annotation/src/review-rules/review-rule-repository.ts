import type { Model } from 'mongoose';
import { rowWrites, type RowWriter } from '@symbio/mongo';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import { AGENT_LABELS, type AnnotationRow } from '../model.js';
import { labelKey, type DecidedProposal } from './derive.js';
import type { ReviewRuleRow } from './model.js';

/** Label and land use of an agent's proposals in a project. */
export interface Reading {
  projectId: string;
  label: string;
  landUse: string;
}

export type ReviewRuleRepository = ReturnType<typeof reviewRuleRepository>;

/** Land use that its agent gave; undefined without one, and for people's annotations. */
export const readingOf = ({ projectId, authorType, content, claim }: AnnotationRow): Reading | undefined => {
  const [landUse] = claim?.landUse ?? [];
  return authorType === 'ai_agent' && landUse !== undefined && labelKey(content) !== ''
    ? { projectId, label: content, landUse }
    : undefined;
};

export const reviewRuleRepository = (
  rules: Model<ReviewRuleRow>,
  writer: RowWriter<ReviewRuleRow>,
  annotations: Model<AnnotationRow>,
) => ({
  ...rowWrites(writer),

  find: async (id: string): Promise<ReviewRuleRow | undefined> =>
    (await rules.findOne({ _id: id, deletedAt: null }).lean<ReviewRuleRow>()) ?? undefined,

  of: async (projectId: string): Promise<ReviewRuleRow[]> =>
    rules.find({ projectId, deletedAt: null }).sort({ updatedAt: -1, _id: 1 }).lean<ReviewRuleRow[]>(),

  ofDocument: async (documentId: string): Promise<ReviewRuleRow[]> =>
    rules
      .find({ $or: [{ documentId }, { 'evidence.documentId': documentId }], deletedAt: null })
      .lean<ReviewRuleRow[]>(),

  about: async ({ projectId, label, landUse }: Reading): Promise<ReviewRuleRow[]> =>
    rules.find({ projectId, landUse, labelKey: labelKey(label), deletedAt: null }).lean<ReviewRuleRow[]>(),

  /** An annotation, deleted or not. */
  annotation: async (id: string): Promise<AnnotationRow | undefined> =>
    (await annotations.findOne({ _id: id, deletedAt: null }).lean<AnnotationRow>()) ?? undefined,

  /** Proposals with a reading, and decisions about them that were made in the project. */
  async proposals(reading: Reading): Promise<{ open: AnnotationRow[]; decided: DecidedProposal[] }> {
    const { projectId, label, landUse } = reading;
    const found = await annotations
      .find({
        ...{ authorType: 'ai_agent', projectId, content: label, 'claim.landUse.0': landUse },
        ...{ deletedAt: null, removedWithDocument: null },
      })
      .collation(AGENT_LABELS)
      .lean<AnnotationRow[]>();
    const rows = found.filter(
      (row) => labelKey(row.content) === labelKey(label) && row.claim?.landUse?.[0] === landUse,
    );
    const current = rows.map((row) => ({ row, decision: currentDecision(row.decisions) }));
    const copies = await annotations
      .find({ _id: { $in: current.flatMap(({ decision }) => decision?.copyId || []) }, deletedAt: null })
      .lean<AnnotationRow[]>();
    const copyOf = new Map(copies.map((copy) => [copy._id, copy]));
    return {
      open: current.flatMap(({ row, decision }) => (decision || row.removal ? [] : [row])),
      decided: current.flatMap(({ row, decision }) => {
        // a sample's copies have decisions that were made in the sample
        if (!decision || decision.at < row.createdAt) return [];
        const { verdict, at, reasonCode } = decision;
        const copy = copyOf.get(decision.copyId);
        return [
          {
            ...{ annotationId: row._id, documentId: row.documentId, label: row.content, landUse },
            ...{ verdict, at, reasonCode: reasonCode ?? undefined },
            ...(copy && { copy: { label: copy.content, landUse: copy.claim?.statedLandUse ?? '' } }),
          },
        ];
      }),
    };
  },

  /** Undecided proposals by the rule that applies to them. */
  async appliedCounts(projectId: string): Promise<ReadonlyMap<string, number>> {
    const counts = await annotations.aggregate<{ _id: string; count: number }>([
      { $match: { projectId, 'rule.id': { $exists: true }, deletedAt: null, removal: null, heldBack: null } },
      { $group: { _id: '$rule.id', count: { $sum: 1 } } },
    ]);
    return new Map(counts.map(({ _id, count }) => [_id, count]));
  },
});
