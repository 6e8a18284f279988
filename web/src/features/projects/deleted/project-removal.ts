import type { NotErased } from '../../../components/deleted-list.js';
import type { ApiDispatch } from '../../../lib/http/api-thunks.js';
import { changeRefusal, unlessNotFound, distinctReasons } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { settleEach } from '../../../lib/http/bulk.js';
import { offerUndo, undoEach } from '../../../lib/edits/undo.js';
import { projectsApi } from '../api.js';
import { deletedProjectsApi } from './deleted-projects-api.js';

type Removed = Readonly<{ id: string; title: string }>;

/** @returns the refusal; empty if deleted */
export async function removeProject(dispatch: ApiDispatch, { id, title }: Removed): Promise<string> {
  const { error } = await dispatch(projectsApi.endpoints.deleteProject.initiate(id));
  if (error) return changeRefusal(error);
  offerUndo(
    { title: 'Project deleted', description: title },
    {
      what: `deletion of “${title}”`,
      undo: () => dispatch(deletedProjectsApi.endpoints.restoreProject.initiate(id)).unwrap(),
    },
  );
  return '';
}

const named = (some: readonly Removed[]): string =>
  some.length === 1 ? `“${some[0]?.title}”` : `${some.length} projects`;
const counted = (some: readonly Removed[], done: string): string =>
  some.length === 1 ? `Project ${done}` : `${some.length} projects ${done}`;

/** Empty if nothing was refused. */
const refusalsOf = (failed: readonly { error: unknown }[]): string =>
  distinctReasons(failed.map(({ error }) => changeRefusal(error)));

export async function restoreProjects(dispatch: ApiDispatch, projects: readonly Removed[]): Promise<void> {
  const { restoreProject } = deletedProjectsApi.endpoints;
  const { deleteProject } = projectsApi.endpoints;
  const { done: restored, failed } = await settleEach(projects, ({ id }) =>
    dispatch(restoreProject.initiate(id)).unwrap(),
  );
  if (failed.length > 0) notify({ type: 'error', title: 'Failed to restore project', description: refusalsOf(failed) });
  const done = restored.map(({ item }) => item);
  if (done.length === 0) return;
  offerUndo(
    { title: counted(done, 'restored'), description: done.length === 1 ? done[0]?.title : undefined },
    {
      what: `restoration of ${named(done)}`,
      undo: undoEach(
        done,
        ({ id }) => unlessNotFound(dispatch(deleteProject.initiate(id)).unwrap()),
        (refused) => notify({ type: 'error', title: 'Failed to delete project', description: refusalsOf(refused) }),
      ),
    },
  );
}

/** @returns projects that were not deleted, and why */
export async function eraseProjects<Project extends Removed>(
  dispatch: ApiDispatch,
  projects: readonly Project[],
): Promise<NotErased<Project>> {
  const { eraseProject } = deletedProjectsApi.endpoints;
  const { done: erased, failed } = await settleEach(projects, ({ id }) => dispatch(eraseProject.initiate(id)).unwrap());
  const done = erased.map(({ item }) => item);
  if (done.length > 0)
    notify({
      type: 'success',
      title: counted(done, 'permanently deleted'),
      description: done.length === 1 ? done[0]?.title : undefined,
    });
  return { left: failed.map(({ item }) => item), refusal: refusalsOf(failed) };
}
