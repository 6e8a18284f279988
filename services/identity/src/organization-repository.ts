import { isDuplicateKey, type OutboxWriter, type RowValues } from '@symbio/mongo';
import { newValues, type Actor } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { OrganizationRow } from './model.js';

/** With its key for sorting and uniqueness. */
export type OrganizationName = Pick<OrganizationRow, 'name' | 'nameKey'>;

export interface OrganizationRepository {
  find(id: string): Promise<OrganizationRow | undefined>;
  /** By name. */
  list(): Promise<OrganizationRow[]>;
  /** Undefined if the id or the name is taken. */
  insert(id: string, values: RowValues<OrganizationRow>, actor: Actor): Promise<OrganizationRow | undefined>;
  /** Undefined if unknown. */
  rename(id: string, values: OrganizationName, actor: Actor): Promise<OrganizationRow | 'taken' | undefined>;
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
  async rename(id, values, actor) {
    try {
      return await writer.change(id, actor, (row) => {
        const set = newValues<OrganizationName>(row, values);
        return set && { set, events: [] };
      });
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  },
});
