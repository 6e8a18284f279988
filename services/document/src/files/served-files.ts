import { believedSecrets } from '@symbio/blobs';
import { watchEvents } from '@symbio/events';
import type { DatabaseHost } from '@symbio/mongo';
import { removedProjects } from '@symbio/project-access';
import { documentEvents } from '@symbio/proto/document';
import type { DocumentConfig } from '../config.js';
import type { Rules } from '../rules.js';
import type { Stores } from '../stores.js';
import { createFileServer } from './file-server.js';

export function createServedFiles(
  host: DatabaseHost,
  config: DocumentConfig,
  { blobs, repository, project }: Pick<Stores, 'blobs' | 'repository' | 'project'>,
  { processing }: Pick<Rules, 'processing'>,
) {
  const hidden = removedProjects(project, host.broker, () => host.asSelf());
  const isServed = async (projectId: string, documentId: string | undefined): Promise<boolean> =>
    !(await hidden.has(projectId)) && (!documentId || (await repository.projectOf(documentId)) !== undefined);
  const pyramids = {
    find: async (documentId: string, page: number) => {
      const projectId = await repository.projectOf(documentId);
      if (!projectId || (await hidden.has(projectId))) return null;
      return repository.findPyramid(documentId, page);
    },
  };
  const files = createFileServer({
    blobs,
    pyramids,
    isServed,
    secrets: believedSecrets(config),
    clock: host.clock,
    onLook: (documentId) => processing.lookedAt(documentId),
    log: host.log,
  });
  // every replica receives it, not only the one that deletes the files
  const unwatch = watchEvents(host.broker, documentEvents.deleted, ({ entityId }) => files.forget(entityId));
  // project events do not list documents, and deletions during a lost connection are unknown: drop all caches
  hidden.onChange(() => files.forget());
  host.lifecycle.onStop('drain-grpc', 'deleted documents', unwatch);
  return files;
}
