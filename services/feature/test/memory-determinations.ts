import type { MemoryRows } from '@symbio/mongo/testing';
import type { DeterminationRow, ProposalRow } from '../src/determinations/model.js';
import type {
  DeterminationRepository,
  JudgmentsOfFeatures,
  OwnerFilter,
  ProposalRepository,
} from '../src/determinations/repository.js';

const ownedRows = <Row extends DeterminationRow | ProposalRow>(rows: MemoryRows<Row>) => {
  const all = (): Row[] => rows.all().filter(({ orphanedAt }) => !orphanedAt);
  const newestFirst = (one: Row, other: Row) => other.createdAt.getTime() - one.createdAt.getTime();
  return {
    insert: rows.insert.bind(rows),
    insertMany: rows.insertMany.bind(rows),
    change: rows.change.bind(rows),
    find: (id: string) => Promise.resolve(all().find(({ _id }) => _id === id)),
    list: ({ projectId, featureId }: OwnerFilter) =>
      Promise.resolve(
        all()
          .filter((row) => (!projectId || row.projectId === projectId) && (!featureId || row.featureId === featureId))
          .sort(newestFirst),
      ),
  };
};

export const memoryDeterminations = (rows: MemoryRows<DeterminationRow>): DeterminationRepository => ownedRows(rows);

export const memoryProposals = (rows: MemoryRows<ProposalRow>): ProposalRepository => ({
  ...ownedRows(rows),
  openIdsOfRun: (runId) =>
    Promise.resolve(
      rows
        .all()
        .filter((row) => row.runId === runId && !row.decision)
        .map(({ _id }) => _id),
    ),
});

/** Moves with merges are tested against the database. */
export const memoryJudgments = (
  determinations: MemoryRows<DeterminationRow>,
  proposals: MemoryRows<ProposalRow>,
): JudgmentsOfFeatures => ({
  move: () => Promise.resolve(),
  moveBack: () => Promise.resolve(),
  hide: () => Promise.resolve(),
  removeAllOf(projectId) {
    determinations.drop((row) => row.projectId === projectId);
    proposals.drop((row) => row.projectId === projectId);
    return Promise.resolve();
  },
});
