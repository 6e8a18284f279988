/**
 * Repairs what reading the databases one after another leaves: rows whose files, jobs or parts changed during the
 * backup.
 */
import { newId } from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import { placeOf, type KnownPlace } from './plan.js';
import type { Stores } from './stores.js';

export interface Reconciled {
  /** Pages whose picture was replaced during the backup: they are rendered again. */
  pages: number;
  /** Documents that are processed again, for these pages or new ones. */
  documents: number;
  /** Documents uploaded and deleted during the backup. */
  removed: number;
  screenshots: number;
}

interface PageFields {
  _id: string;
  documentId: string;
  status: string;
  imagePath: string;
  thumbnailPath: string;
}
interface DocumentFields {
  _id: string;
  filePath: string;
  totalPages: number;
  pagesReady: number;
  processingStatus: string;
  job?: { id: string };
  lastJobEvent?: { id: string; rev: number };
}
interface IssueFields {
  _id: string;
  screenshots: { path: string; thumbnailPath?: string }[];
}

/** Job that processes a whole document. */
const READ_AGAIN = 'document-specific';

/** @param since start of the backup, minus the clock tolerance */
export async function reconcile(stores: Pick<Stores, 'database' | 'blobs'>, since: Date): Promise<Reconciled> {
  const collection = <Row extends { _id: string }>(name: KnownPlace) => {
    const place = placeOf(name);
    return stores.database(place.service).collection<Row>(place.collection);
  };
  const [documents, pages] = [
    collection<DocumentFields>('document.documents'),
    collection<PageFields>('document.pages'),
  ];
  const recent = { updatedAt: { $gte: since }, deletedAt: null };
  const done: Reconciled = { pages: 0, documents: 0, removed: 0, screenshots: 0 };
  const suspects = new Set<string>();

  if (stores.blobs) {
    const { blobs } = stores;
    for await (const page of pages.find({ ...recent, status: 'ready' } as never)) {
      if (await allThere(blobs, [page.imagePath, page.thumbnailPath])) continue;
      await pages.updateOne({ _id: page._id }, WITHOUT_PICTURE as never);
      suspects.add(page.documentId);
      done.pages++;
    }
    for await (const issue of collection<IssueFields>('issue.issues').find({
      ...recent,
      'screenshots.0': { $exists: true },
    } as never)) {
      const kept = [];
      for (const shot of issue.screenshots)
        if (await allThere(blobs, [shot.path, shot.thumbnailPath ?? ''])) kept.push(shot);
      const gone = issue.screenshots.length - kept.length;
      if (gone === 0) continue;
      await collection<IssueFields>('issue.issues').updateOne({ _id: issue._id }, { $set: { screenshots: kept } });
      done.screenshots += gone;
    }
  }

  for await (const { _id } of documents.find(recent as never, { projection: { _id: 1 } })) suspects.add(_id);
  for (const id of suspects) {
    const document = await documents.findOne({ _id: id, deletedAt: null } as never);
    if (!document) continue;
    if (stores.blobs && !(await stores.blobs.exists(document.filePath))) {
      await collection('document.pageTexts').deleteMany({ documentId: id });
      await pages.deleteMany({ documentId: id });
      await documents.deleteOne({ _id: id });
      done.removed++;
      continue;
    }
    if (await mustBeReadAgain(document)) done.documents++;
    await forgetLaterJobEvent(document);
  }
  return done;

  /** Document with missing pages gets a job, created by the document service's sweep of lost jobs. */
  async function mustBeReadAgain({ _id, totalPages, pagesReady, job }: DocumentFields): Promise<boolean> {
    const ofIt = { documentId: _id, deletedAt: null };
    const known = await pages.countDocuments(ofIt);
    const ready = await pages.countDocuments({ ...ofIt, status: 'ready' });
    if (known >= totalPages && ready >= pagesReady) return false;
    await documents.updateOne(
      { _id },
      {
        $set: {
          pagesReady: ready,
          // an existing job continues
          ...(job === undefined && {
            job: { id: newId(), type: READ_AGAIN, since },
            processingStatus: 'queued',
            processingError: '',
          }),
        } as never,
      },
    );
    return true;
  }

  /** Jobs were read before documents: clears a newer job event, or the document would ignore it when it comes again. */
  async function forgetLaterJobEvent({ _id, lastJobEvent }: DocumentFields): Promise<void> {
    if (!lastJobEvent) return;
    const job = await collection<{ _id: string; rev: number }>('job.jobs').findOne(
      { _id: lastJobEvent.id },
      { projection: { rev: 1 } },
    );
    if (job && job.rev >= lastJobEvent.rev) return;
    await documents.updateOne({ _id }, { $unset: { lastJobEvent: '' } } as never);
  }
}

const WITHOUT_PICTURE = {
  $set: { status: 'pending', error: '', imagePath: '', thumbnailPath: '', contentHash: '', preview: false, madeBy: '' },
  $unset: { previewHash: '' },
};

async function allThere(blobs: BlobStore, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) if (key && !(await blobs.exists(key))) return false;
  return true;
}

/** Counters of the dashboard, recomputed by the project service at start. */
const COUNTED = ['documents', 'insights', 'visits'] as const;

/** Resets the counters of projects that changed during the backup. */
export async function countAgain({ database }: Pick<Stores, 'database'>, projectIds: readonly string[]): Promise<void> {
  const { service, collection } = placeOf('project.projects');
  await database(service)
    .collection<{ _id: string }>(collection)
    .updateMany(
      { _id: { $in: [...projectIds] } },
      { $inc: Object.fromEntries(COUNTED.map((part) => [`progress.asked.${part}`, 1])) },
    );
}

/** Keeps a practice copy from sending webhooks and mails. */
export async function silence({ database }: Pick<Stores, 'database'>): Promise<void> {
  const rows = (name: KnownPlace) => {
    const { service, collection } = placeOf(name);
    return database(service).collection(collection);
  };
  await rows('webhook.webhooks').updateMany({ status: 'active' }, { $set: { status: 'paused' } });
  await rows('webhook.deliveries').updateMany({}, { $unset: { nextAt: '', lease: '' } });
  await rows('issue.notices').deleteMany({});
  await rows('identity.users').updateMany({}, { $unset: { confirmationDue: '' } });
}
