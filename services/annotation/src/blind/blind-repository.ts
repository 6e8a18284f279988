import type { Model } from 'mongoose';
import { rowWrites, type RowWriter } from '@symbio/mongo';
import type { AnnotationRow, SheetFacts } from '../model.js';
import type { Source } from '../repository.js';
import type { Shape } from '../shapes/shapes.js';
import type { BlindSampleRow, BlindSheetRow } from './model.js';

export type BlindRepository = ReturnType<typeof blindRepository>;

const idsOf = (rows: readonly { _id: string }[]): string[] => rows.map(({ _id }) => _id);

export const blindRepository = (
  samples: { model: Model<BlindSampleRow>; writer: RowWriter<BlindSampleRow> },
  sheets: { model: Model<BlindSheetRow>; writer: RowWriter<BlindSheetRow> },
  annotations: Model<AnnotationRow>,
) => ({
  samples: rowWrites(samples.writer),
  sheets: rowWrites(sheets.writer),

  sample: async (projectId: string): Promise<BlindSampleRow | undefined> =>
    (await samples.model.findOne({ _id: projectId, deletedAt: null }).lean<BlindSampleRow>()) ?? undefined,

  sheet: async (pageId: string): Promise<BlindSheetRow | undefined> =>
    (await sheets.model.findOne({ _id: pageId, deletedAt: null }).lean<BlindSheetRow>()) ?? undefined,

  countSheets: async (projectId: string): Promise<number> =>
    sheets.model.countDocuments({ projectId, deletedAt: null, removedWithDocument: null }),

  sheetIdsOf: async (source: Source, id: string): Promise<string[]> =>
    idsOf(
      await sheets.model
        .find({ [source === 'documentPageId' ? '_id' : source]: id, deletedAt: null }, { _id: 1 })
        .lean<{ _id: string }[]>(),
    ),

  async setRemoved(documentId: string, isRemoved: boolean): Promise<void> {
    const change = isRemoved ? { $set: { removedWithDocument: true } } : { $unset: { removedWithDocument: 1 } };
    await sheets.model.updateMany({ documentId }, change, { timestamps: false });
  },

  async setSheetFacts(pageId: string, facts: SheetFacts): Promise<void> {
    await sheets.model.updateOne({ _id: pageId }, { $set: { sheet: facts } }, { timestamps: false });
  },

  /** Whether people could see a proposal on it, even one that was deleted since. */
  isShown: async (pageId: string): Promise<boolean> =>
    (await annotations.exists({ documentPageId: pageId, authorType: 'ai_agent', heldBack: null })) !== null,

  /** Ids of a page's proposals that are held back, deleted ones included. */
  heldOn: async (pageId: string): Promise<string[]> =>
    idsOf(
      await annotations
        .find({ documentPageId: pageId, heldBack: true, deletedAt: null }, { _id: 1 })
        .lean<{ _id: string }[]>(),
    ),

  heldPagesOf: async (projectId: string): Promise<string[]> =>
    annotations.distinct('documentPageId', { projectId, heldBack: true, deletedAt: null }),

  /** Outlines that people drew themselves on a page. */
  async peoplesMarks(pageId: string): Promise<Shape[]> {
    const rows = await annotations
      .find(
        {
          documentPageId: pageId,
          authorType: 'human',
          derivedFrom: null,
          viaKey: null,
          removal: null,
          deletedAt: null,
        },
        { shape: 1 },
      )
      .lean<Pick<AnnotationRow, 'shape'>[]>();
    return rows.map(({ shape }) => shape);
  },

  heldProposals: async (pageId: string): Promise<Pick<AnnotationRow, 'authorId' | 'shape'>[]> =>
    annotations
      .find({ documentPageId: pageId, heldBack: true, removal: null, deletedAt: null }, { authorId: 1, shape: 1 })
      .lean<Pick<AnnotationRow, 'authorId' | 'shape'>[]>(),

  agentsIn: async (documentId: string): Promise<string[]> =>
    annotations.distinct('authorId', { documentId, authorType: 'ai_agent', deletedAt: null }),
});
