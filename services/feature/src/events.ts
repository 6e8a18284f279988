import type { ConsumerSpec, EventType } from '@symbio/kit';
import { AnnotationEvent } from '@symbio/proto/annotation';
import { PageEvent } from '@symbio/proto/document';
import { FeatureEvent, MentionEvent } from '@symbio/proto/feature';
import type { Features } from './features.js';
import type { Mentions } from './mentions.js';
import type { Spotting } from './spotting/spotting.js';

const featureKind = (verb: string): EventType<FeatureEvent> => ({
  service: 'feature',
  entity: 'feature',
  verb,
  ...FeatureEvent,
});
const mentionKind = (verb: string): EventType<MentionEvent> => ({
  service: 'feature',
  entity: 'mention',
  verb,
  ...MentionEvent,
});

/** symbio.evt.feature.v1.feature.<verb>.<projectId>; each carries the whole feature. */
export const featureCreated = featureKind('created');
export const featureChanged = featureKind('changed');
export const featureDeleted = featureKind('deleted');

/** symbio.evt.feature.v1.mention.<verb>.<projectId>; each carries the whole mention. */
export const mentionCreated = mentionKind('created');
export const mentionChanged = mentionKind('changed');
export const mentionDeleted = mentionKind('deleted');

const annotationData: EventType<AnnotationEvent> = {
  service: 'annotation',
  entity: 'annotation',
  verb: 'reviewed',
  ...AnnotationEvent,
};

const pageData: EventType<PageEvent> = { service: 'document', entity: 'page', verb: 'analyzed', ...PageEvent };

/** Each may be told twice: what was done already is not done again. */
export const consumers = (
  features: Pick<Features, 'removeAllOf'>,
  mentions: Pick<Mentions, 'removeAllOf' | 'detachFrom' | 'loseSource' | 'regainSource' | 'annotationReviewed'>,
  spotting: Pick<Spotting, 'pageAnalyzed' | 'forget'>,
): ConsumerSpec[] => [
  {
    durable: 'feature-page-spotting',
    filter: 'symbio.evt.document.v1.page.analyzed.*',
    handle: async (event) => {
      const { page } = event.as(pageData);
      if (page) await spotting.pageAnalyzed(page);
    },
  },
  {
    durable: 'feature-page-deleted',
    filter: 'symbio.evt.document.v1.page.deleted.*',
    handle: (event) => spotting.forget('pageId', event.entityId),
  },
  {
    durable: 'feature-document-deleted',
    filter: 'symbio.evt.document.v1.document.deleted.*',
    handle: (event) => spotting.forget('documentId', event.entityId),
  },
  {
    // DeleteFeature does it at once; this finishes what a crash in between left undone
    durable: 'feature-feature-deleted',
    filter: 'symbio.evt.feature.v1.feature.deleted.*',
    handle: (event) => mentions.detachFrom(event.entityId),
  },
  {
    // the gateway asks for it, too, so that who decides sees the outcome at once
    durable: 'feature-annotation-reviewed',
    filter: 'symbio.evt.annotation.v1.annotation.reviewed.*',
    handle: async (event) => {
      const { annotation } = event.as(annotationData);
      if (annotation) await mentions.annotationReviewed(annotation);
    },
  },
  {
    durable: 'feature-annotation-deleted',
    filter: 'symbio.evt.annotation.v1.annotation.deleted.*',
    handle: (event) => mentions.loseSource(event.entityId, event.scope, event.rev),
  },
  {
    durable: 'feature-annotation-restored',
    filter: 'symbio.evt.annotation.v1.annotation.restored.*',
    handle: (event) => mentions.regainSource(event.entityId, event.scope, event.rev),
  },
  {
    durable: 'feature-project-deleted',
    filter: 'symbio.evt.project.v1.project.deleted.*',
    handle: async (event) => {
      // mentions first, so that they need not be taken off features that go too
      await mentions.removeAllOf(event.entityId);
      await features.removeAllOf(event.entityId);
      await spotting.forget('projectId', event.entityId);
    },
  },
];
