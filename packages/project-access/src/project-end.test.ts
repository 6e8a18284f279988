import { AppError } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { ProjectServiceService } from '@symbio/proto/project';
import { onceErased, projectErased } from './project-end.js';

/** Removal that an event asks for, where the project service answers so. */
async function asked(answer: () => Promise<unknown>) {
  const [removed, errors]: [string[], unknown[]] = [[], []];
  const projects = { getProject: answer } as unknown as Pick<Client<typeof ProjectServiceService>, 'getProject'>;
  const isErased = projectErased(projects, () => Promise.resolve({ token: '', requestId: '' }));
  const log = { error: (about: unknown) => errors.push(about) } as unknown as Parameters<typeof onceErased>[1];
  const remove = onceErased(isErased, log, (id) => Promise.resolve(void removed.push(id)));
  const failed = await remove('p1').then(
    () => undefined,
    (error: unknown) => error,
  );
  return { removed, errors, failed };
}

it('removes the data of a project that the project service no longer has', async () => {
  const gone = () => Promise.reject(new AppError('NOT_FOUND', 'not_found', 'There is no such project.'));
  expect(await asked(gone)).toEqual({ removed: ['p1'], errors: [], failed: undefined });
});

it('keeps the data of an existing or restorable project, whatever an event says', async () => {
  const { removed, errors, failed } = await asked(() => Promise.resolve({ project: { id: 'p1' } }));
  expect([removed, errors, failed]).toEqual([[], [{ id: 'p1' }], undefined]);
});

it('removes nothing while the project service is unavailable, and fails so that the event is retried', async () => {
  const { removed, failed } = await asked(() => Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'Away.')));
  expect(removed).toEqual([]);
  expect(failed).toMatchObject({ code: 'UNAVAILABLE' });
});
