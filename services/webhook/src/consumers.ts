/** Consumes events for webhooks, key revocations, and this service's own failure events. */
import { consumer, type ConsumerSpec } from '@symbio/events';
import type { Actor } from '@symbio/runtime';
import type { Claims } from '@symbio/mongo';
import { annotationEvents, runEvents } from '@symbio/proto/annotation';
import { documentEvents, georeferenceEvents, pageEvents } from '@symbio/proto/document';
import { determinationEvents, featureEvents, mentionEvents } from '@symbio/proto/feature';
import { apiKeyEvents } from '@symbio/proto/identity';
import { issueEvents } from '@symbio/proto/issue';
import { jobEvents } from '@symbio/proto/job';
import { projectEvents } from '@symbio/proto/project';
import { dataSetEvents, recordSearchEvents } from '@symbio/proto/records';
import { webhookEvents, type Webhook } from '@symbio/proto/webhook';
import type { RecordEvent } from './recording.js';
import type { DeliveryRepository, WebhookRepository } from './repository.js';

/** Events of a kind handled concurrently, as most share one query that finds no webhook. */
const CONCURRENCY = 64;

/** Payloads have only ids and contract words, no texts. */
const recordingConsumers = (record: RecordEvent): ConsumerSpec[] => [
  consumer({
    durable: 'webhook-projects',
    events: projectEvents.any,
    handle: (event) => record(event, { projectId: event.scope, details: { status: event.data.project?.status } }),
  }),
  consumer({
    durable: 'webhook-documents',
    events: documentEvents.any,
    handle: (event) => record(event, { projectId: event.scope }),
  }),
  consumer({
    durable: 'webhook-pages',
    events: pageEvents.any,
    handle: (event) => record(event, { projectId: event.scope, details: { document_id: event.data.page?.documentId } }),
  }),
  consumer({
    durable: 'webhook-georeferences',
    events: georeferenceEvents.any,
    handle: (event) => {
      const { documentId, pageId } = event.data.georeference ?? {};
      return record(event, { projectId: event.scope, details: { document_id: documentId, document_page_id: pageId } });
    },
  }),
  consumer({
    durable: 'webhook-jobs',
    events: jobEvents.any,
    handle: (event) => {
      const { type, status, payload } = event.data.job ?? {};
      return record(event, { projectId: event.scope, details: { document_id: payload?.documentId, type, status } });
    },
  }),
  consumer({
    durable: 'webhook-annotations',
    events: annotationEvents.any,
    handle: (event) => {
      const { documentId, documentPageId, authorId, runId } = event.data.annotation ?? {};
      const details = {
        document_id: documentId,
        document_page_id: documentPageId,
        author_id: authorId,
        run_id: runId,
      };
      return record(event, { projectId: event.scope, details });
    },
  }),
  consumer({
    durable: 'webhook-runs',
    events: runEvents.any,
    handle: (event) => {
      const { authorId, status } = event.data.run ?? {};
      return record(event, { projectId: event.scope, details: { author_id: authorId, status } });
    },
  }),
  consumer({
    durable: 'webhook-features',
    events: featureEvents.any,
    handle: (event) => {
      const { authorId, runId } = event.data.feature ?? {};
      return record(event, { projectId: event.scope, details: { author_id: authorId, run_id: runId } });
    },
  }),
  consumer({
    durable: 'webhook-mentions',
    events: mentionEvents.any,
    handle: (event) => {
      const { featureOfInterestId, sourceAnnotationId, authorId, runId } = event.data.mention ?? {};
      const details = {
        feature_of_interest_id: featureOfInterestId,
        source_annotation_id: sourceAnnotationId,
        author_id: authorId,
        run_id: runId,
      };
      return record(event, { projectId: event.scope, details });
    },
  }),
  consumer({
    durable: 'webhook-determinations',
    events: determinationEvents.any,
    handle: (event) => {
      const { featureId, authorId, status } = event.data.determination ?? {};
      return record(event, { projectId: event.scope, details: { feature_id: featureId, author_id: authorId, status } });
    },
  }),
  consumer({
    durable: 'webhook-issues',
    events: issueEvents.any,
    handle: (event) => {
      const { key, status, reporterId = '', organizationId = '' } = event.data.issue ?? {};
      const owner = organizationId === '' ? {} : { organizationId };
      return record(event, { projectId: '', reporterId, ...owner, details: { key, status } });
    },
  }),
  consumer({
    durable: 'webhook-data-sets',
    events: dataSetEvents.any,
    handle: (event) =>
      record(event, { projectId: '', details: { current_version_id: event.data.dataSet?.currentVersionId } }),
  }),
  consumer({
    durable: 'webhook-record-searches',
    events: recordSearchEvents.any,
    handle: (event) => record(event, { projectId: event.scope }),
  }),
];

export interface ConsumerDeps {
  record: RecordEvent;
  webhooks: Pick<WebhookRepository, 'madeBy' | 'switchOff'>;
  deliveries: Pick<DeliveryRepository, 'cancelOf'>;
  self: Actor;
  mailOwner: ((webhook: Webhook) => Promise<void>) | undefined;
  claims: Pick<Claims, 'once'>;
}

export const consumers = ({ record, webhooks, deliveries, self, mailOwner, claims }: ConsumerDeps): ConsumerSpec[] => [
  ...recordingConsumers(record).map((spec) => ({ ...spec, concurrency: CONCURRENCY })),
  consumer({
    durable: 'webhook-keys',
    events: apiKeyEvents.revoked,
    handle: async ({ entityId }) => {
      for (const { _id } of await webhooks.madeBy(entityId)) {
        await webhooks.switchOff(_id, 'no_access', self);
        await deliveries.cancelOf(_id);
      }
    },
  }),
  ...(mailOwner
    ? [
        consumer({
          durable: 'webhook-mail',
          events: webhookEvents.failed,
          handle: async ({ id, data: { webhook } }) => {
            if (webhook) await claims.once(`mail/${id}`, () => mailOwner(webhook));
          },
        }),
      ]
    : []),
];
