import { Schema, type Connection, type Model } from 'mongoose';
import { outboxIndexes, outboxPaths, type OutboxRow } from '@symbio/kit';
import type { PageSize, Shape } from './shapes.js';

/** A mark on a page as it is stored (DATA-10). */
export interface AnnotationRow extends OutboxRow {
  projectId: string;
  documentId: string;
  documentPageId: string;
  shape: Shape;
  /** Size of the page when the mark was made: a move is checked against it without asking the document service. */
  page: PageSize;
  content: string;
  authorId: string;
  authorType: 'human' | 'ai_agent';
  authorName: string;
}

/** The `annotations` collection. */
export function annotationModel(connection: Connection): Model<AnnotationRow> {
  const schema = new Schema<AnnotationRow>(
    {
      ...outboxPaths,
      projectId: { type: String, required: true },
      documentId: { type: String, required: true },
      documentPageId: { type: String, required: true },
      shape: { type: Object, required: true },
      page: { type: Object, required: true },
      content: { type: String, required: true },
      authorId: { type: String, required: true },
      authorType: { type: String, required: true },
      authorName: { type: String, required: true },
    },
    { collection: 'annotations', versionKey: false },
  );
  // each list: which projects its marks lie in, then those of the visible projects in order
  schema.index({ documentPageId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ documentId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  // what goes with a project
  schema.index({ projectId: 1 });
  outboxIndexes(schema);
  return connection.model<AnnotationRow>('annotation', schema);
}
