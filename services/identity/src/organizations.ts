import { invalidFields, newId, notFound, parseFields, type AppError } from '@symbio/runtime';
import { clientId, idTaken } from '@symbio/mongo';
import { z } from 'zod';
import type { OrganizationRow } from './model.js';
import type { OrganizationName, OrganizationRepository } from './organization-repository.js';
import { MAX_NAME, type By } from './users.js';

const form = z.object({
  id: clientId,
  name: z.string().trim().min(1, 'Name is required').max(MAX_NAME, `Name is too long (at most ${MAX_NAME} characters)`),
});
type Form = z.output<typeof form>;

const nameForm = form.pick({ name: true });

const nameTaken = (): AppError => invalidFields({ name: 'There is an organization with this name' });
const valuesOf = (text: string): OrganizationName => ({
  name: text,
  nameKey: text.toLowerCase(),
});

/** Client firms of the installation (decision 0158). */
export function createOrganizations(organizations: OrganizationRepository) {
  return {
    list: () => organizations.list(),

    exists: async (id: string): Promise<boolean> => (await organizations.find(id)) !== undefined,

    /** Idempotent by the client's id. @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION (id_taken) */
    async create(input: { id: string; name: string }, { actor }: By): Promise<OrganizationRow> {
      const { id: clientsId, name: given } = parseFields<Form>(form, input);
      const id = clientsId || newId();
      const existing = await organizations.find(id);
      if (existing) {
        if (existing.name !== given) throw idTaken('An organization');
        return existing;
      }
      const inserted = await organizations.insert(id, valuesOf(given), actor);
      const row = inserted ?? (await organizations.find(id));
      if (row?.name !== given) throw nameTaken();
      return row;
    },

    /** @throws AppError INVALID_ARGUMENT, NOT_FOUND */
    async rename({ id, name: asked }: { id: string; name: string }, { actor }: By): Promise<OrganizationRow> {
      const { name: given } = parseFields<Pick<Form, 'name'>>(nameForm, { name: asked });
      const row = await organizations.rename(id, valuesOf(given), actor);
      if (row === 'taken') throw nameTaken();
      if (!row) throw notFound('Organization');
      return row;
    },
  };
}

export type Organizations = ReturnType<typeof createOrganizations>;
