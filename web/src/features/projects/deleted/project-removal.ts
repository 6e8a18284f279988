import type { ApiDispatch } from '../../../lib/api-thunks.js';
import { changeRefusal } from '../../../lib/errors.js';
import { notify } from '../../../lib/toasts.js';
import { offerUndo } from '../../../lib/undo.js';
import { projectsApi } from '../api.js';
import { deletedProjectsApi } from './deleted-projects-api.js';

type Removed = Readonly<{ id: string; title: string }>;

/**
 * Deletes a project; a toast says so and offers to take it back.
 * @returns why it was refused; empty: it is deleted
 */
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

/** Does something with each project. @returns those it was done with, and why it was refused for the others */
async function withEach(
  projects: readonly Removed[],
  run: (id: string) => Promise<{ error?: unknown }>,
): Promise<{ done: Removed[]; refusal: string }> {
  const done: Removed[] = [];
  const refusals = new Set<string>();
  for (const project of projects) {
    const { error } = await run(project.id);
    if (error) refusals.add(changeRefusal(error));
    else done.push(project);
  }
  return { done, refusal: [...refusals].join(' ') };
}

/** Restores projects from the list of deleted ones, which can be taken back in turn. */
export async function restoreProjects(dispatch: ApiDispatch, projects: readonly Removed[]): Promise<void> {
  const { restoreProject } = deletedProjectsApi.endpoints;
  const { deleteProject } = projectsApi.endpoints;
  const { done, refusal } = await withEach(projects, (id) => dispatch(restoreProject.initiate(id)));
  if (refusal) notify({ type: 'error', title: 'Failed to restore project', description: refusal });
  if (done.length === 0) return;
  offerUndo(
    { title: counted(done, 'restored'), description: done.length === 1 ? done[0]?.title : undefined },
    {
      what: `restoring of ${named(done)}`,
      undo: () => Promise.all(done.map(({ id }) => dispatch(deleteProject.initiate(id)).unwrap())),
    },
  );
}

/** Removes deleted projects for good. @returns why it was refused for some of them; empty: all are gone */
export async function eraseProjects(dispatch: ApiDispatch, projects: readonly Removed[]): Promise<string> {
  const { eraseProject } = deletedProjectsApi.endpoints;
  const { done, refusal } = await withEach(projects, (id) => dispatch(eraseProject.initiate(id)));
  if (done.length > 0)
    notify({
      type: 'success',
      title: counted(done, 'deleted for good'),
      description: done.length === 1 ? done[0]?.title : undefined,
    });
  return refusal;
}
