import type { Model, PipelineStage } from 'mongoose';
import { inProjects, type VisibleProjects } from '@symbio/project-access';
import type { RejectionCode, ReviewVerdict, ScorecardGrouping } from '@symbio/proto/annotation/vocabulary';
import type { BlindSheetRow } from '../blind/model.js';
import type { AnnotationRow, Claim, SheetFacts } from '../model.js';

export interface ScorecardQuery {
  projects: VisibleProjects;
  authorId?: string;
  landUse?: string;
  /** Of the sheet, inclusive. */
  fromYear?: number;
  toYear?: number;
  sheetKind?: string;
  groupBy?: ScorecardGrouping;
}

/** Proposals with the same outcome. */
export interface OutcomeCount {
  authorId: string;
  authorName: string;
  /** Newest proposal, to choose among names. */
  latest: Date;
  group: string;
  /** Current verdict; null if undecided. */
  verdict: ReviewVerdict | null;
  code: RejectionCode | '';
  /** Confidence rounded down to 0 to 9; null if unknown. */
  band: number | null;
  count: number;
  confidenceSum: number;
  corrected: number;
  standing: number;
  everDecided: number;
  undone: number;
}

/** People's marks on blind sheets, and those that an agent's proposals overlap. */
export interface BlindCount {
  authorId: string;
  group: string;
  marks: number;
  found: number;
}

export interface TimedGroup {
  authorId: string;
  group: string;
  count: number;
  median: number | null;
}

export interface MentionFacts extends Pick<Claim, 'at' | 'stands'> {
  /** Author of the current record; empty if none is current. */
  by: string;
  landUse: string[] | undefined;
  statedLandUse: string;
  confidence: number | undefined;
}

export type ScorecardRepository = ReturnType<typeof scorecardRepository>;

/** Longer pauses between two marks are not work on them. */
const MAX_PAUSE_S = 600;
/** People's newest marks that are timed. */
const MAX_TIMED_MARKS = 20_000;
/** A scorecard that takes longer is refused. */
const MAX_TIME_MS = 9_000;

const GROUPS: Readonly<Record<ScorecardGrouping, unknown>> = {
  land_use: { $ifNull: [{ $first: '$claim.landUse' }, ''] },
  decade: {
    $cond: [
      { $gt: ['$sheet.year', null] },
      { $toString: { $subtract: ['$sheet.year', { $mod: ['$sheet.year', 10] }] } },
      '',
    ],
  },
  sheet_kind: { $ifNull: ['$sheet.kind', ''] },
};

const sheets = ({ projects, fromYear, toYear, sheetKind }: ScorecardQuery) => ({
  ...inProjects(projects),
  ...(fromYear !== undefined || toYear !== undefined
    ? {
        'sheet.year': {
          ...(fromYear !== undefined && { $gte: fromYear }),
          ...(toYear !== undefined && { $lte: toYear }),
        },
      }
    : {}),
  ...(sheetKind !== undefined && { 'sheet.kind': sheetKind }),
  deletedAt: null,
});

const proposals = (query: ScorecardQuery) => ({
  authorType: 'ai_agent',
  heldBack: null,
  ...sheets(query),
  ...(query.authorId !== undefined && { authorId: query.authorId }),
  ...(query.landUse !== undefined && { 'claim.landUse': query.landUse }),
  // an agent cannot improve its figures by deleting decided proposals
  $or: [{ removal: null }, { 'decisions.0': { $exists: true }, removedWithDocument: null }],
});

const among = (query: ScorecardQuery): PipelineStage[] => [
  { $match: proposals(query) },
  {
    $set: {
      group: query.groupBy === undefined ? { $literal: '' } : GROUPS[query.groupBy],
      // a sample's copies have decisions that were made in the sample
      decisions: {
        $filter: { input: { $ifNull: ['$decisions', []] }, cond: { $gte: ['$$this.at', '$createdAt'] } },
      },
    },
  },
  { $set: { last: { $last: '$decisions' } } },
];

const one = (condition: unknown) => ({ $sum: { $cond: [condition, 1, 0] } });
const isAccepted = { $eq: ['$last.verdict', 'accepted'] };

/** Counts in MongoDB, and keeps what they need from other services. */
export const scorecardRepository = (model: Model<AnnotationRow>, blindSheets: Model<BlindSheetRow>) => ({
  counts: async (query: ScorecardQuery): Promise<OutcomeCount[]> =>
    model
      .aggregate<OutcomeCount>([
        ...among(query),
        {
          $lookup: {
            from: model.collection.name,
            localField: 'last.copyId',
            foreignField: '_id',
            // without a pipeline, which takes five times as long
            as: 'copies',
          },
        },
        {
          $set: {
            copy: {
              $first: {
                $filter: {
                  input: '$copies',
                  cond: { $and: [{ $eq: ['$$this.derivedFrom', '$_id'] }, { $eq: ['$$this.deletedAt', null] }] },
                },
              },
            },
            use: { $first: '$claim.landUse' },
          },
        },
        {
          $set: {
            isCorrected: {
              $and: [
                isAccepted,
                { $gt: ['$copy', null] },
                {
                  $or: [
                    { $ne: ['$shape', '$copy.shape'] },
                    { $ne: ['$content', '$copy.content'] },
                    {
                      $and: [
                        { $gt: ['$use', null] },
                        { $gt: ['$copy.claim.statedLandUse', ''] },
                        { $ne: ['$use', '$copy.claim.statedLandUse'] },
                      ],
                    },
                  ],
                },
              ],
            },
            isStanding: {
              $and: [
                isAccepted,
                { $gt: ['$copy', null] },
                { $not: [{ $gt: ['$copy.removal', null] }] },
                { $ne: ['$copy.claim.stands', false] },
              ],
            },
          },
        },
        {
          $group: {
            _id: {
              authorId: '$authorId',
              group: '$group',
              verdict: { $ifNull: ['$last.verdict', null] },
              code: { $ifNull: ['$last.reasonCode', ''] },
              band: {
                $cond: [{ $gt: ['$claim.confidence', null] }, { $min: [{ $floor: '$claim.confidence' }, 9] }, null],
              },
            },
            newest: { $max: { at: '$createdAt', name: '$authorName' } },
            count: { $sum: 1 },
            confidenceSum: { $sum: '$claim.confidence' },
            corrected: one('$isCorrected'),
            standing: one('$isStanding'),
            everDecided: one({ $gt: [{ $size: '$decisions' }, 0] }),
            undone: one({ $in: ['undone', '$decisions.verdict'] }),
          },
        },
        {
          $replaceWith: {
            $mergeObjects: ['$$ROOT', '$_id', { authorName: '$newest.name', latest: '$newest.at' }],
          },
        },
        { $unset: ['_id', 'newest'] },
      ])
      .option({ maxTimeMS: MAX_TIME_MS }),

  decisionSeconds: async (query: ScorecardQuery): Promise<TimedGroup[]> =>
    model
      .aggregate<TimedGroup>([
        { $match: { 'decisions.shownAt': { $exists: true } } },
        ...among(query),
        { $match: { 'last.verdict': { $in: ['accepted', 'rejected'] }, 'last.shownAt': { $exists: true } } },
        {
          $group: {
            _id: { authorId: '$authorId', group: '$group' },
            count: { $sum: 1 },
            median: {
              $median: {
                input: { $divide: [{ $subtract: ['$last.at', '$last.shownAt'] }, 1000] },
                method: 'approximate',
              },
            },
          },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { count: '$count', median: '$median' }] } },
      ])
      .option({ maxTimeMS: MAX_TIME_MS }),

  /** Undefined by land use, which is a fact of proposals. */
  async blindCounts(query: ScorecardQuery): Promise<BlindCount[] | undefined> {
    if (query.landUse !== undefined || query.groupBy === 'land_use') return undefined;
    const group = query.groupBy === undefined ? { $literal: '' } : GROUPS[query.groupBy];
    return blindSheets
      .aggregate<BlindCount>([
        { $match: { ...sheets(query), removedWithDocument: null } },
        { $unwind: '$agents' },
        ...(query.authorId === undefined ? [] : [{ $match: { 'agents.authorId': query.authorId } }]),
        {
          $group: {
            _id: { authorId: '$agents.authorId', group },
            marks: { $sum: '$marks' },
            found: { $sum: '$agents.found' },
          },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { marks: '$marks', found: '$found' }] } },
      ])
      .option({ maxTimeMS: MAX_TIME_MS });
  },

  /** Seconds between two marks that one person draws on one sheet. */
  async ownMarks(query: ScorecardQuery): Promise<{ count: number; median: number | undefined }> {
    const [found] = await model
      .aggregate<{ count: number; median: number }>([
        { $match: { authorType: 'human', derivedFrom: null, viaKey: null, removal: null, ...sheets(query) } },
        { $sort: { createdAt: -1 } },
        { $limit: MAX_TIMED_MARKS },
        { $project: { authorId: 1, documentPageId: 1, createdAt: 1 } },
        {
          $setWindowFields: {
            partitionBy: { authorId: '$authorId', page: '$documentPageId' },
            sortBy: { createdAt: 1 },
            output: { before: { $shift: { output: '$createdAt', by: -1 } } },
          },
        },
        { $match: { before: { $ne: null } } },
        { $set: { seconds: { $divide: [{ $subtract: ['$createdAt', '$before'] }, 1000] } } },
        { $match: { seconds: { $gt: 0, $lte: MAX_PAUSE_S } } },
        {
          $group: {
            _id: null,
            count: { $sum: 1 },
            median: { $median: { input: '$seconds', method: 'approximate' } },
          },
        },
      ])
      // else all plans are tried, for as long as a project has copies only
      .option({ maxTimeMS: MAX_TIME_MS, hint: { authorType: 1, projectId: 1, createdAt: -1 } });
    return { count: found?.count ?? 0, median: found?.median };
  },

  async setSheet(pageId: string, facts: SheetFacts): Promise<void> {
    await model.updateMany({ documentPageId: pageId }, { $set: { sheet: facts } }, { timestamps: false });
  },

  /** Only of proposals and their copies, and only by a newer event. */
  async setClaim(id: string, { at, stands, by, landUse, statedLandUse, confidence }: MentionFacts): Promise<void> {
    const row = await model.findById(id, { authorId: 1, authorType: 1, derivedFrom: 1 }).lean<AnnotationRow>();
    if (!row || (row.authorType === 'human' && row.derivedFrom === undefined)) return;
    // what people write about an agent's mark is not its claim
    const isAuthors = by !== '' && (row.authorType === 'human' || by === row.authorId);
    await model.updateOne(
      { _id: id, $or: [{ claim: null }, { 'claim.at': { $lt: at } }] },
      {
        $set: {
          ...{ 'claim.at': at, 'claim.stands': stands },
          ...(isAuthors && landUse !== undefined && { 'claim.landUse': landUse }),
          ...(row.authorType === 'human' && { 'claim.statedLandUse': statedLandUse }),
          ...(isAuthors && confidence !== undefined && { 'claim.confidence': confidence }),
        },
      },
      { timestamps: false },
    );
  },
});
