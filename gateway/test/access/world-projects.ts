import { newId, type Actor } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../../src/clients.js';
import { MEMBERS } from './accounts.js';
import { ADMINISTRATOR, CREATOR, type Person } from './callers.js';
import { projectFields } from './samples.js';
import { there } from './there.js';

/** To delete or restore: one per permitted caller, one for all others, by gateway and gRPC. */
const SPARE_PROJECTS = 60;

export function projectMakers(
  clients: Pick<Clients, 'project'>,
  as: (person: Person) => Promise<CallParent>,
  people: Readonly<Record<Person, Actor>>,
) {
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
  const takeProject = (title = 'A spare project'): Promise<string> =>
    makeProject(there(left.pop(), 'spare project'), title);
  let sample: Promise<string> | undefined;
  async function makeSample(): Promise<string> {
    const id = await makeProject(newId(), 'A sample project');
    await clients.project.setSample({ id, sample: true }, await as(ADMINISTRATOR));
    return id;
  }
  return {
    sampleId: (): Promise<string> => (sample ??= makeSample()),
    makeProject,
    /** Fixed in advance so a key can be bound to them. */
    spares,
    takeProject,
    takeDeletedProject: async (): Promise<string> => {
      const id = await takeProject();
      await clients.project.deleteProject({ id }, await as(CREATOR));
      return id;
    },
  };
}
