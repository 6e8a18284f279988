import { setTimeout as sleep } from 'node:timers/promises';
import { believedSecrets } from '@symbio/blobs';
import { watchEvents } from '@symbio/events';
import type { DatabaseHost } from '@symbio/mongo';
import { removedProjects } from '@symbio/project-access';
import { documentEvents } from '@symbio/proto/document';
import type { DocumentConfig } from '../config.js';
import { createPace } from '../iiif/pace.js';
import type { Rules } from '../rules.js';
import { createShareLinks } from '../share-links/share-links.js';
import type { Stores } from '../stores.js';
import { createFileServer } from './file-server.js';

export function createServedFiles(
  host: DatabaseHost,
  config: DocumentConfig,
  stores: Pick<Stores, 'blobs' | 'repository' | 'project' | 'access' | 'shareLinks' | 'shareLinkWriter'>,
  { processing, documents }: Pick<Rules, 'processing' | 'documents'>,
) {
  const { blobs, repository, project, access } = stores;
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
  const shareLinks = createShareLinks({
    ...{ documents, repository, access, clock: host.clock, log: host.log },
    links: stores.shareLinks,
    writer: stores.shareLinkWriter,
    isProjectHidden: (projectId) => hidden.has(projectId),
    pace: createPace({ now: () => host.clock.now().getTime(), wait: (ms) => sleep(ms) }),
  });
  const files = createFileServer({
    blobs,
    pyramids,
    isServed,
    shared: shareLinks,
    secrets: believedSecrets(config),
    clock: host.clock,
    onView: (documentId) => processing.recordView(documentId),
    log: host.log,
  });
  // received by every replica
  const unwatch = watchEvents(host.broker, documentEvents.deleted, ({ entityId }) => files.forget(entityId));
  // events of projects do not list documents, and deletions are missed while disconnected: drop all caches
  hidden.onChange(() => files.forget());
  host.lifecycle.onStop('drain-grpc', 'deleted documents', unwatch);
  return { files, shareLinks };
}
