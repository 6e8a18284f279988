import { consumer, type ConsumerSpec, type EventActor } from '@symbio/events';
import { serviceActor, type Actor } from '@symbio/runtime';
import { onProjectEnd } from '@symbio/project-access';
import { documentEvents } from '@symbio/proto/document';
import { jobEvents } from '@symbio/proto/job';
import { visitEvents } from '@symbio/proto/project';
import type { Bulk } from './bulk/bulk.js';
import type { Classifying } from './classification/classifying.js';
import type { Deletions } from './deletions.js';
import type { Photographs } from './photographs/photographs.js';
import type { UploadParts } from './upload-parts.js';
import type { Processing } from './processing/processing.js';
import { SELF } from './processing/records.js';

export interface ConsumerDeps {
  /** Permanent deletions of projects, which the project service needs confirmed. */
  onceErased: (remove: (projectId: string) => Promise<void>) => (projectId: string) => Promise<void>;
  /** Whether the project has no such site visit. @throws AppError while that is unknown */
  isVisitMissing: (projectId: string, visitId: string) => Promise<boolean>;
  deletions: Pick<Deletions, 'projectDeleted' | 'follow'>;
  photographs: Pick<Photographs, 'projectDeleted' | 'visitErased' | 'followVisit'>;
  uploadParts: Pick<UploadParts, 'projectDeleted'>;
  bulk: Pick<Bulk, 'projectDeleted'>;
  processing: Pick<Processing, 'followJob' | 'readUpload'>;
  /** Absent: documents are classified and read only on request. */
  classifying?: Pick<Classifying, 'classifyUpload' | 'classifyLeft'>;
}

/** Events may be redelivered: every handler is idempotent. */
export const consumers = ({
  onceErased,
  isVisitMissing,
  deletions,
  photographs,
  uploadParts,
  bulk,
  processing,
  classifying,
}: ConsumerDeps): ConsumerSpec[] => [
  ...(classifying
    ? [
        consumer({
          // an event, so that it survives a disconnect of the uploader and a restart
          durable: 'document-classification',
          events: documentEvents.uploaded,
          handle: async ({ entityId, actor }) => {
            await classifying.classifyUpload(entityId, inNameOf(actor));
            await processing.readUpload(entityId);
          },
        }),
        consumer({
          // separate from the job consumer, which must not wait while a file is read
          durable: 'document-left-unclassified',
          events: jobEvents.changed,
          handle: async ({ data: { job } }) => {
            // a failed or cancelled job has not classified its document
            if (job?.status === 'failed' && job.payload?.documentId)
              await classifying.classifyLeft(job.payload.documentId, SELF, job);
          },
        }),
      ]
    : []),
  ...onProjectEnd(
    { deleted: 'document-deleted-projects', erased: 'document-erased-projects' },
    onceErased(async (projectId) => {
      await deletions.projectDeleted(projectId);
      await photographs.projectDeleted(projectId);
      await uploadParts.projectDeleted(projectId);
      await bulk.projectDeleted(projectId);
    }),
  ),
  consumer({
    durable: 'document-deleted-visits',
    events: visitEvents.deleted,
    handle: async ({ entityId, scope, data }) => {
      const purgeAt = data.siteVisit?.purgeAt;
      if (purgeAt) await photographs.followVisit(scope, entityId, purgeAt);
      else if (await isVisitMissing(scope, entityId)) await photographs.visitErased(entityId);
    },
  }),
  consumer({
    durable: 'document-restored-visits',
    events: visitEvents.restored,
    handle: ({ entityId, scope }) => photographs.followVisit(scope, entityId),
  }),
  // separate events: they complete a partial deletion or restore
  ...(
    [
      ['document-leftovers', documentEvents.deleted],
      ['document-restored', documentEvents.restored],
      ['document-erased', documentEvents.erased],
    ] as const
  ).map(([durable, events]) =>
    consumer({ durable, events, handle: ({ entityId, scope }) => deletions.follow(scope, entityId) }),
  ),
  consumer({
    durable: 'document-job-outcomes',
    events: jobEvents.changed,
    handle: ({ data, rev }) => processing.followJob(data.job, rev),
  }),
];

/** Actor for writes caused by an event: the event's author, without permissions. */
const inNameOf = ({ sub, authorId, via }: EventActor): Actor => ({
  ...serviceActor('document'),
  sub,
  authorId,
  via: via === 'user' || via === 'api_key' ? via : 'service',
});
