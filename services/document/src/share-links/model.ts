import { fields, flag, rowSchema, text, type Connection, type RowOf } from '@symbio/mongo';
import type { Model } from 'mongoose';

const shareLink = fields({
  projectId: text,
  documentId: text,
  /** SHA-256 of the token in hex; the token itself is not stored. */
  tokenHash: text,
  name: text,
  /** Its manifest carries the marks of people and accepted ones. */
  withFindings: flag,
  byId: text,
  /** Name at that time. */
  byName: text,
  /** Exact to a minute. */
  lastUsedAt: { type: Date },
});

export type ShareLinkRow = RowOf<typeof shareLink>;

export function shareLinkModel(connection: Connection): Model<ShareLinkRow> {
  const links = rowSchema<ShareLinkRow>('shareLinks', shareLink);
  links.index({ tokenHash: 1 }, { unique: true });
  links.index({ documentId: 1, createdAt: 1 });
  return connection.model<ShareLinkRow>('shareLinks', links);
}
