import { consumer, type ConsumerSpec, type EventActor } from '@symbio/events';
import { serviceActor, type Actor } from '@symbio/runtime';
import { onProjectEnd, onSampleCopied, type SampleCopying } from '@symbio/project-access';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import { jobEvents, type Job } from '@symbio/proto/job';
import { READING_JOB } from '@symbio/proto/job/vocabulary';
import { visitEvents } from '@symbio/proto/project';
import type { PictureFollowing } from './alignments/follow-pictures.js';
import type { Bulk } from './bulk/bulk.js';
import type { LookBesidePages } from './attachments/look-beside-pages.js';
import { UPLOAD_DELAY_MS, type DocumentClassifier } from './classification/document-classifier.js';
import { isUnlockedKey } from './files/blob-keys.js';
import type { Deletions } from './deletions/deletions.js';
import type { Photographs } from './photographs/photographs.js';
import type { UploadParts } from './uploads/upload-parts.js';
import type { Processing } from './processing/processing.js';
import type { Streets } from './streets/streets.js';
import { SELF } from './processing/document-records.js';

export interface ConsumerDeps {
  /** Confirms permanent deletions of projects with the project service. */
  onceErased: (remove: (projectId: string) => Promise<void>) => (projectId: string) => Promise<void>;
  /** @throws AppError while unknown */
  isVisitMissing: (projectId: string, visitId: string) => Promise<boolean>;
  deletions: Pick<Deletions, 'projectDeleted' | 'follow'>;
  photographs: Pick<Photographs, 'projectDeleted' | 'visitErased' | 'followVisit'>;
  uploadParts: Pick<UploadParts, 'projectDeleted'>;
  bulk: Pick<Bulk, 'projectDeleted'>;
  streets: Pick<Streets, 'projectDeleted'>;
  processing: Pick<Processing, 'followJob' | 'readUpload' | 'processMap'>;
  pictureFollowing: PictureFollowing;
  /** Absent: documents are classified and read only on request. */
  classifier?: Pick<DocumentClassifier, 'classifyOnce' | 'classifyRead'>;
  lookBesidePages: LookBesidePages;
  copying: Pick<SampleCopying, 'projects' | 'asSelf' | 'copy'>;
}

/** All handlers are idempotent: events may be redelivered. */
export const consumers = ({
  onceErased,
  isVisitMissing,
  deletions,
  photographs,
  uploadParts,
  bulk,
  streets,
  processing,
  pictureFollowing,
  classifier,
  lookBesidePages,
  copying,
}: ConsumerDeps): ConsumerSpec[] => [
  ...(classifier
    ? [
        consumer({
          // an event, so it survives a disconnect and a restart
          durable: 'document-classification',
          events: documentEvents.uploaded,
          delayMs: UPLOAD_DELAY_MS,
          handle: async ({ entityId, actor }) => {
            await classifier.classifyOnce(entityId, inNameOf(actor));
            await processing.readUpload(entityId);
          },
        }),
        consumer({
          // a protected file whose password was entered is read as after an upload
          durable: 'document-unlocked',
          events: documentEvents.changed,
          handle: async ({ entityId, actor, data: { document } }) => {
            if (!document || document.classification || !isUnlockedKey(document.filePath)) return;
            await classifier.classifyOnce(entityId, inNameOf(actor));
            await lookBesidePages(entityId);
            await processing.readUpload(entityId);
          },
        }),
        // by state: any later event makes up for a lost one
        ...([documentEvents.classified, documentEvents.changed, documentEvents.restored] as const).map((events) =>
          consumer({
            durable: `document-maps-${events.verb}`,
            events,
            handle: ({ entityId }) => processing.processMap(entityId),
          }),
        ),
        consumer({
          // separate: classification must not wait for a file of thousands of pages
          durable: 'document-beside-pages',
          events: documentEvents.uploaded,
          handle: ({ entityId }) => lookBesidePages(entityId),
        }),
        consumer({
          // separate: the job consumer must not wait for a classification
          durable: 'document-read',
          events: jobEvents.changed,
          handle: async ({ data: { job } }) => {
            if (job && hasRead(job)) await classifier.classifyRead(job, SELF);
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
      await streets.projectDeleted(projectId);
    }),
  ),
  onSampleCopied({
    durable: 'document-sample-copies',
    ...copying,
    remove: (projectId) => deletions.projectDeleted(projectId),
  }),
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
  // they complete a partial deletion or restore
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
    // RecordPage does this at once; the event covers a crash in between
    durable: 'document-page-pictures',
    events: pageEvents.ready,
    handle: async ({ entityId, data: { page } }) => {
      if (page && page.pictureChanges.length > 0) await pictureFollowing.followPicture(entityId);
    },
  }),
  consumer({
    durable: 'document-job-outcomes',
    events: jobEvents.changed,
    handle: ({ data, rev }) => processing.followJob(data.job, rev),
  }),
];

/** Reading that ended or was stopped, also one of single pages. */
const hasRead = ({ type, status, failure, payload }: Job): boolean =>
  (status === 'completed' || failure === 'stopped') && (type === READING_JOB || (payload?.pageNumbers.length ?? 0) > 0);

/** Event's author, without permissions. */
const inNameOf = ({ sub, authorId, via }: EventActor): Actor => ({
  ...serviceActor('document'),
  sub,
  authorId,
  via: via === 'user' || via === 'api_key' ? via : 'service',
});
