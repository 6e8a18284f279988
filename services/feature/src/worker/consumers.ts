import { consumer, type ConsumerSpec } from '@symbio/kit';
import { onProjectEnd } from '@symbio/project-access';
import { documentEvents, pageEvents, type Page } from '@symbio/proto/document';
import type { ListingPages } from './listing-pages.js';
import { isMapSheet } from './narrative.js';
import type { SpotRepository } from './repository.js';
import type { Spotting } from './spotting.js';

export interface WorkerParts {
  spotting: Spotting;
  listings: ListingPages;
  spots: Pick<SpotRepository, 'removeOf'>;
  /** Pages of a document; empty if it does not exist. */
  pagesOf: (documentId: string) => Promise<Page[]>;
}

/** Handlers are idempotent: events may be delivered twice. */
export function consumers({ spotting, listings, spots, pagesOf }: WorkerParts): ConsumerSpec[] {
  const analyzed = (page: Page): Promise<void> => (isMapSheet(page) ? spotting : listings).pageAnalyzed(page);
  return [
    consumer({
      durable: 'feature-page-spotting',
      events: pageEvents.analyzed,
      handle: async ({ data: { page } }) => {
        if (page) await analyzed(page);
      },
    }),
    consumer({
      durable: 'feature-document-classified',
      events: documentEvents.classified,
      handle: ({ data: { document, former } }) => listings.documentClassified(document, former),
    }),
    consumer({
      // a person may set the category; changes during processing do not matter
      durable: 'feature-document-changed',
      events: documentEvents.changed,
      handle: async ({ actor, data: { document, former } }) => {
        if (actor.via === 'user' || actor.via === 'api_key') await listings.documentClassified(document, former);
      },
    }),
    consumer({
      durable: 'feature-page-deleted',
      events: pageEvents.deleted,
      handle: ({ entityId }) => spots.removeOf('pageId', entityId),
    }),
    consumer({
      durable: 'feature-document-deleted',
      events: documentEvents.deleted,
      // a restorable document keeps its spots, so that nothing is proposed twice
      handle: async ({ entityId, data }) => {
        if (!data.document?.purgeAt) await spots.removeOf('documentId', entityId);
      },
    }),
    consumer({
      // finishes work that the deletion interrupted, without repeating proposals
      durable: 'feature-document-restored',
      events: documentEvents.restored,
      handle: async ({ entityId }) => {
        for (const page of await pagesOf(entityId)) if (page.status === 'ready') await analyzed(page);
      },
    }),
    consumer({
      durable: 'feature-document-erased',
      events: documentEvents.erased,
      handle: ({ entityId }) => spots.removeOf('documentId', entityId),
    }),
    ...onProjectEnd(
      { deleted: 'feature-worker-project-deleted', erased: 'feature-worker-project-erased' },
      (projectId) => spots.removeOf('projectId', projectId),
    ),
  ];
}
