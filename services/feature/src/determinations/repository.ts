import type { Model, QueryFilter } from 'mongoose';
import { rowWrites, type RowWriter } from '@symbio/mongo';
import type { DeterminationRow, ProposalRow } from './model.js';

/** At least one is set. */
export interface OwnerFilter {
  projectId?: string;
  featureId?: string;
}

interface OwnedRows<Row extends DeterminationRow | ProposalRow> extends RowWriter<Row> {
  find: (id: string) => Promise<Row | undefined>;
  /** Newest first. */
  list: (owner: OwnerFilter) => Promise<Row[]>;
}

export type DeterminationRepository = OwnedRows<DeterminationRow>;

export interface ProposalRepository extends OwnedRows<ProposalRow> {
  /** Without a decision. */
  openIdsOfRun: (runId: string) => Promise<string[]>;
}

/** Determinations and proposals follow their feature. */
export interface JudgmentsOfFeatures {
  move: (mergeId: string, fromId: string, toId: string) => Promise<void>;
  /** Undoes `move`, only to restored features. */
  moveBack: (mergeId: string, restoredIds: readonly string[]) => Promise<void>;
  hide: (featureIds: readonly string[], at: Date) => Promise<void>;
  removeAllOf: (projectId: string) => Promise<void>;
}

const SHOWN = { deletedAt: null, orphanedAt: null };

function ownedRows<Row extends DeterminationRow | ProposalRow>(
  model: Model<Row>,
  writer: RowWriter<Row>,
): OwnedRows<Row> {
  return {
    ...rowWrites(writer),
    find: async (id) => (await model.findOne({ _id: id, ...SHOWN } as QueryFilter<Row>).lean<Row>()) ?? undefined,
    list: async (owner) =>
      model
        .find({ ...owner, ...SHOWN } as QueryFilter<Row>)
        .sort({ createdAt: -1, _id: -1 })
        .lean<Row[]>(),
  };
}

export const determinationRepository: (
  model: Model<DeterminationRow>,
  writer: RowWriter<DeterminationRow>,
) => DeterminationRepository = ownedRows;

export const proposalRepository = (model: Model<ProposalRow>, writer: RowWriter<ProposalRow>): ProposalRepository => ({
  ...ownedRows(model, writer),
  async openIdsOfRun(runId) {
    const rows = await model.find({ runId, decision: null, deletedAt: null }, { _id: 1 }).lean<{ _id: string }[]>();
    return rows.map(({ _id }) => _id);
  },
});

export function judgmentsOfFeatures(
  determinations: Model<DeterminationRow>,
  proposals: Model<ProposalRow>,
): JudgmentsOfFeatures {
  const models = [determinations, proposals] as unknown as Model<DeterminationRow>[];
  return {
    async move(mergeId, fromId, toId) {
      for (const model of models)
        await model.updateMany(
          { featureId: fromId },
          { $set: { featureId: toId }, $push: { moves: { mergeId, fromId } }, $unset: { orphanedAt: 1 } },
        );
    },
    async moveBack(mergeId, restoredIds) {
      for (const model of models)
        for (const fromId of restoredIds)
          await model.updateMany(
            { moves: { $elemMatch: { mergeId, fromId } } },
            { $set: { featureId: fromId }, $pull: { moves: { mergeId } }, $unset: { orphanedAt: 1 } },
          );
    },
    async hide(featureIds, orphanedAt) {
      const featureId = { $in: [...featureIds] };
      for (const model of models) await model.updateMany({ featureId, orphanedAt: null }, { $set: { orphanedAt } });
    },
    async removeAllOf(projectId) {
      for (const model of models) await model.deleteMany({ projectId });
    },
  };
}
