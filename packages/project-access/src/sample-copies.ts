import { consumer, type ConsumerSpec } from '@symbio/events';
import { namedId, unlessNotFound } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import { projectEvents, type ProjectServiceService } from '@symbio/proto/project';

export interface SampleCopy {
  projectId: string;
  sampleId: string;
  /** The project's owner. */
  ownerId: string;
  /** Author of what the owner writes. */
  authorId: string;
  /** The id in the copy of a thing of the sample: the same in all services, and in repeated attempts. */
  idOf: (id: string) => string;
}

export interface SampleCopying {
  durable: string;
  projects: Pick<Client<typeof ProjectServiceService>, 'getProject'>;
  asSelf: () => Promise<CallParent>;
  /** Repeatable: copies rows that are not copied yet. */
  copy: (copy: SampleCopy) => Promise<void>;
  remove: (projectId: string) => Promise<void>;
}

export const sampleCopy = (copy: Omit<SampleCopy, 'idOf'>): SampleCopy => ({
  ...copy,
  idOf: (id) => namedId(`${copy.projectId}/${id}`),
});

/** Copies a service's rows of a sample into a project that was made from it, as the project service confirms. */
export function onSampleCopied({ durable, projects, asSelf, copy, remove }: SampleCopying): ConsumerSpec {
  const read = async (id: string) => (await unlessNotFound(projects.getProject({ id }, await asSelf())))?.project;
  return consumer({
    durable,
    events: projectEvents.created,
    handle: async ({ entityId, data, actor }) => {
      if (!data.project?.copiedFrom) return;
      const project = await read(entityId);
      if (!project?.copiedFrom) return;
      const { id: projectId, copiedFrom: sampleId, createdBy: ownerId } = project;
      await copy(sampleCopy({ projectId, sampleId, ownerId, authorId: actor.authorId ?? '' }));
      // erased during the copy: its end was handled before
      if (!(await read(entityId))) await remove(entityId);
    },
  });
}
