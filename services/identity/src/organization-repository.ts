import type { OutboxWriter, RowValues } from '@symbio/mongo';
import type { Actor } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { OrganizationRow } from './model.js';

export interface OrganizationRepository {
  find(id: string): Promise<OrganizationRow | undefined>;
  /** By name. */
  list(): Promise<OrganizationRow[]>;
  /** Undefined if the id or the name is taken. */
  insert(id: string, values: RowValues<OrganizationRow>, actor: Actor): Promise<OrganizationRow | undefined>;
}

export const organizationRepository = (
  model: Model<OrganizationRow>,
  writer: OutboxWriter<OrganizationRow>,
): OrganizationRepository => ({
  async find(id) {
    return (await model.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
  },
  list: () => model.find({ deletedAt: null }).sort({ nameKey: 1 }).lean(),
  insert: (id, values, actor) => writer.insert(id, values, actor, () => []),
});
