import type { Annotation, CreateAnnotationRequest, Run } from '@symbio/proto/annotation';
import type { AnnotationRow, RunRow } from './model.js';
import type { Shape } from './shapes/shapes.js';

type ShapeMessage = CreateAnnotationRequest['shape'];

export function toAnnotation(row: AnnotationRow): Annotation {
  return {
    id: row._id,
    projectId: row.projectId,
    documentId: row.documentId,
    documentPageId: row.documentPageId,
    shape: toShapeMessage(row.shape),
    content: row.content,
    authorId: row.authorId,
    authorType: row.authorType,
    authorName: row.authorName,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    derivedFrom: row.derivedFrom ?? '',
    runId: row.runId ?? '',
    via: row.viaKey === undefined ? '' : 'key',
    decisions: (row.decisions ?? []).map(({ at, reasonCode = '', ...decision }) => ({
      ...decision,
      reasonCode,
      decidedAt: at,
    })),
    rule: row.rule
      ? {
          ruleId: row.rule.id,
          action: row.rule.action,
          correctedLabel: row.rule.correctedLabel,
          correctedLandUse: row.rule.correctedLandUse,
        }
      : undefined,
    ruleExceptions: (row.ruleExceptions ?? []).map(({ at, ...exception }) => ({ ...exception, decidedAt: at })),
    pictureMoves: (row.pictureMoves ?? []).map(({ at, from, to, shape }) => ({
      at,
      fromWidth: from.width,
      fromHeight: from.height,
      toWidth: to.width,
      toHeight: to.height,
      shape: toShapeMessage(shape),
    })),
    heldBack: row.heldBack ?? false,
    restorations: (row.restorations ?? []).map(({ removed, restored }) => ({
      deletedById: removed.authorId,
      deletedByName: removed.authorName,
      deletedAt: removed.at,
      restoredById: restored.authorId,
      restoredByName: restored.authorName,
      restoredAt: restored.at,
    })),
  };
}

export function toShapeMessage(shape: Shape): ShapeMessage {
  if (shape.kind === 'ellipse') {
    const { centerX, centerY, radiusX, radiusY, theta } = shape;
    return { $case: 'ellipse', value: { centerX, centerY, radiusX, radiusY, theta } };
  }
  if (shape.kind === 'polygon')
    return { $case: 'polygon', value: { points: shape.points.map(({ x, y }) => ({ x, y })) } };
  const { x, y, width, height } = shape;
  return { $case: 'rectangle', value: { x, y, width, height } };
}

export function fromShapeMessage(message: ShapeMessage): Shape | undefined {
  if (!message) return undefined;
  switch (message.$case) {
    case 'ellipse':
      return { kind: 'ellipse', ...message.value };
    case 'rectangle':
      return { kind: 'rectangle', ...message.value };
    case 'polygon':
      return { kind: 'polygon', points: message.value.points.map(({ x, y }) => ({ x, y })) };
  }
}

export const toRun = (row: RunRow, annotationCount = 0): Run => ({
  id: row._id,
  projectId: row.projectId,
  authorId: row.authorId,
  authorType: row.authorType,
  authorName: row.authorName,
  name: row.name,
  metadata: row.metadata,
  status: row.status,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  finishedAt: row.finishedAt,
  undoneAt: row.undoneAt,
  undoneById: row.undoneById ?? '',
  undoneByName: row.undoneByName ?? '',
  annotationCount,
});
