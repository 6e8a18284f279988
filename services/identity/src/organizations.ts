import { invalidFields, newId, parseFields } from '@symbio/runtime';
import { clientId, idTaken } from '@symbio/mongo';
import { z } from 'zod';
import type { OrganizationRow } from './model.js';
import type { OrganizationRepository } from './organization-repository.js';
import { MAX_NAME, type By } from './users.js';

const form = z.object({
  id: clientId,
  name: z.string().trim().min(1, 'Name is required').max(MAX_NAME, `Name is too long (at most ${MAX_NAME} characters)`),
});
type Form = z.output<typeof form>;

/** Client firms of the installation (decision 0158). */
export function createOrganizations(organizations: OrganizationRepository) {
  return {
    list: () => organizations.list(),

    exists: async (id: string): Promise<boolean> => (await organizations.find(id)) !== undefined,

    /** Idempotent by the client's id. @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION (id_taken) */
    async create(input: { id: string; name: string }, { actor }: By): Promise<OrganizationRow> {
      const { id: clientsId, name } = parseFields<Form>(form, input);
      const id = clientsId || newId();
      const existing = await organizations.find(id);
      if (existing) {
        if (existing.name !== name) throw idTaken('An organization');
        return existing;
      }
      const inserted = await organizations.insert(id, { name, nameKey: name.toLowerCase() }, actor);
      const row = inserted ?? (await organizations.find(id));
      if (row?.name !== name) throw invalidFields({ name: 'There is an organization with this name' });
      return row;
    },
  };
}

export type Organizations = ReturnType<typeof createOrganizations>;
