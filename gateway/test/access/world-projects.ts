/** Projects of the world: the one that rows are about, and others that they use up. */
import { newId, type Actor, type CallParent } from '@symbio/kit';
import type { Clients } from '../../src/clients.js';
import { MEMBERS } from './accounts.js';
import { CREATOR, type Person } from './callers.js';
import { projectFields } from './samples.js';
import { there } from './there.js';

/** Projects that rows may delete or restore: one for each caller who may, one for all who may not, by gateway and gRPC. */
const SPARE_PROJECTS = 50;

/** @param as calls in a person's name */
export function projectMakers(
  clients: Pick<Clients, 'project'>,
  as: (person: Person) => Promise<CallParent>,
  people: Readonly<Record<Person, Actor>>,
) {
  /** A project of the creator's, with everybody in it whose place is in the project. */
  async function makeProject(id: string, title: string): Promise<string> {
    await clients.project.createProject({ id, fields: projectFields(title) }, await as(CREATOR));
    await Promise.all(
      MEMBERS.map(async ([person, role]) =>
        clients.project.setMember({ projectId: id, userId: people[person].sub, role }, await as(CREATOR)),
      ),
    );
    return id;
  }
  const spares = Array.from({ length: SPARE_PROJECTS }, newId);
  const left = [...spares];
  const takeProject = (): Promise<string> => makeProject(there(left.pop(), 'spare project'), 'A spare project');
  return {
    makeProject,
    /** Ids of those that rows may use up: known before they are made, so that a key can be for them, too. */
    spares,
    takeProject,
    /** Id of a project with the same members that its creator has deleted. */
    takeDeletedProject: async (): Promise<string> => {
      const id = await takeProject();
      await clients.project.deleteProject({ id }, await as(CREATOR));
      return id;
    },
  };
}
