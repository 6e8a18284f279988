import { consumer, type ConsumerSpec } from '@symbio/events';
import { onProjectEnd, onSampleCopied, type SampleCopying } from '@symbio/project-access';
import { documentEvents, pageEvents, type Page } from '@symbio/proto/document';
import type { ListingPages } from './listing-pages.js';
import { isMapSheet } from './narrative.js';
import type { SpotRepository } from './repository.js';
import type { Spotting } from './spotting.js';

type Remove = (id: string) => Promise<void>;

/** Asks the owner before a removal. */
export interface ErasureChecks {
  page(remove: Remove): Remove;
  document(remove: Remove): Remove;
  project(remove: Remove): Remove;
}

export interface WorkerParts {
  spotting: Spotting;
  listings: ListingPages;
  spots: Pick<SpotRepository, 'removeOf' | 'ofProject' | 'claim'>;
  once: ErasureChecks;
  pagesOf: (documentId: string) => Promise<Page[]>;
  copying: Pick<SampleCopying, 'projects' | 'asSelf'>;
}

/** Handlers are idempotent: events may be delivered twice. */
export function consumers({ spotting, listings, spots, once, pagesOf, copying }: WorkerParts): ConsumerSpec[] {
  const documentEnded = once.document((documentId) => spots.removeOf('documentId', documentId));
  const pageEnded = once.page((pageId) => spots.removeOf('pageId', pageId));
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
      // only people set the category
      durable: 'feature-document-changed',
      events: documentEvents.changed,
      handle: async ({ actor, data: { document, former } }) => {
        if (actor.via === 'user' || actor.via === 'api_key') await listings.documentClassified(document, former);
      },
    }),
    consumer({
      durable: 'feature-page-deleted',
      events: pageEvents.deleted,
      handle: ({ entityId }) => pageEnded(entityId),
    }),
    consumer({
      durable: 'feature-document-deleted',
      events: documentEvents.deleted,
      // a restorable document keeps its spots, so nothing is proposed twice
      handle: async ({ entityId, data }) => {
        if (!data.document?.purgeAt) await documentEnded(entityId);
      },
    }),
    consumer({
      // finishes what the deletion interrupted
      durable: 'feature-document-restored',
      events: documentEvents.restored,
      handle: async ({ entityId }) => {
        for (const page of await pagesOf(entityId)) if (page.status === 'ready') await analyzed(page);
      },
    }),
    consumer({
      durable: 'feature-document-erased',
      events: documentEvents.erased,
      handle: ({ entityId }) => documentEnded(entityId),
    }),
    onSampleCopied({
      durable: 'feature-worker-sample-copies',
      ...copying,
      // a copied page is not searched for the same sites again
      async copy({ projectId, sampleId, idOf }) {
        for (const { _id, pageId, documentId, annotationId, mentionId, ...spot } of await spots.ofProject(sampleId)) {
          const ids = { documentId: idOf(documentId), annotationId: idOf(annotationId), mentionId: idOf(mentionId) };
          await spots.claim({
            ...spot,
            ...ids,
            projectId,
            pageId: idOf(pageId),
            _id: _id.replace(pageId, idOf(pageId)),
          });
        }
      },
      remove: (projectId) => spots.removeOf('projectId', projectId),
    }),
    ...onProjectEnd(
      { deleted: 'feature-worker-project-deleted', erased: 'feature-worker-project-erased' },
      once.project((projectId) => spots.removeOf('projectId', projectId)),
    ),
  ];
}
