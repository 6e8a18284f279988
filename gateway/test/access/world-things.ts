import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { makeProtectedPdf } from '@symbio/fixtures/protected-pdf';
import { newId } from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import type { CallParent } from '@symbio/rpc';
import { eventually } from '@symbio/runtime/testing';
import { PAGES, pdfOf, pdfWithFiles, sheet, writeJpegPyramid } from '@symbio/page-engine/testing';
import type { Annotation } from '@symbio/proto/annotation';
import type { Document, DocumentSplit, Page, Photograph } from '@symbio/proto/document';
import type { Determination, DeterminationProposal, EvidenceComment, Feature, Mention } from '@symbio/proto/feature';
import { JobPayload, type Job } from '@symbio/proto/job';
import type { SiteVisit } from '@symbio/proto/project';
import type { Clients } from '../../src/clients.js';
import { endJob } from './end-job.js';
import { ELLIPSE, PAGE_SIZE, PDF, PNG, VISIT, pageRecord, uploadOf } from './samples.js';
import { there } from './there.js';

interface Makers {
  clients: Clients;
  blobs: Pick<BlobStore, 'put' | 'putFile'>;
  projectId: string;
  agentId: string;
  asMaker: () => Promise<CallParent>;
  asWorker: () => Promise<CallParent>;
}

export async function makeThings({ clients, blobs, projectId, agentId, asMaker, asWorker }: Makers) {
  async function newDocument(): Promise<Document> {
    const header = { id: newId(), projectId, fileName: 'sheet.pdf', category: 'sanborn_maps' };
    const { document } = await clients.document.uploadDocument(uploadOf(header, PDF), await asMaker());
    return there(document, 'document');
  }
  async function newDocumentWithFile(): Promise<Document> {
    const header = { id: newId(), projectId, fileName: 'portfolio.pdf', category: 'other' };
    const upload = uploadOf(header, pdfWithFiles({ 'sheet.pdf': PDF }));
    const { document } = await clients.document.uploadDocument(upload, await asMaker());
    return there(document, 'document');
  }
  /** As a worker reports it that could not open the file. */
  async function newProtectedDocument(): Promise<Document> {
    const header = { id: newId(), projectId, fileName: 'deed.pdf', category: 'deed_documents' };
    const { document } = await clients.document.uploadDocument(
      uploadOf(header, await makeProtectedPdf()),
      await asMaker(),
    );
    const { id } = there(document, 'document');
    const held = { documentId: id, jobId: newId() };
    await begin(held);
    const sentence = 'This PDF is protected with a password. Remove the password and upload it again.';
    await endJob(clients, { ...held, projectId }, sentence);
    return there((await clients.document.getDocument({ id }, await asMaker())).document, 'document');
  }
  /** Proposed, with a document on each of two pages. */
  async function newSplit(): Promise<DocumentSplit> {
    const header = { id: newId(), projectId, fileName: 'package.pdf', category: 'other' };
    const upload = uploadOf(header, pdfOf(['<</Type/Catalog/Pages 2 0 R>>', ...PAGES]));
    const { document } = await clients.document.uploadDocument(upload, await asMaker());
    const { id: documentId } = there(document, 'document');
    const { split } = await clients.document.proposeSplit({ id: newId(), documentId }, await asMaker());
    const { id } = there(split, 'split');
    const cuts = [1, 2].map((fromPage) => ({ fromPage, category: 'other', title: '', year: 0, address: '' }));
    return there((await clients.document.saveSplit({ documentId, id, cuts }, await asMaker())).split, 'split');
  }
  async function newConfirmedSplit(): Promise<DocumentSplit> {
    const { documentId, id } = await newSplit();
    return there((await clients.document.confirmSplit({ documentId, id }, await asMaker())).split, 'split');
  }
  /** Upload whose only part has arrived. */
  async function newUpload(): Promise<string> {
    const id = newId();
    await clients.document.uploadPart(uploadOf({ id, projectId, offset: 0 }, PDF), await asMaker());
    return id;
  }
  async function newDeletedDocument(): Promise<Document> {
    const document = await newDocument();
    await clients.document.deleteDocument({ id: document.id }, await asMaker());
    return document;
  }
  const begin = async (held: { documentId: string; jobId: string }): Promise<void> =>
    void (await clients.document.beginProcessing(held, await asWorker()));
  /** The job need not exist. */
  async function work(documentId: string, jobId: string): Promise<void> {
    const folder = `projects/${projectId}/documents/${documentId}/pages/1/hash`;
    await begin({ documentId, jobId });
    await clients.document.recordPageCount({ documentId, totalPages: 1 }, await asWorker());
    await clients.document.recordPage(pageRecord(documentId, jobId, folder), await asWorker());
    await endJob(clients, { documentId, jobId, projectId });
  }
  const workOnJobOf = async (documentId: string): Promise<void> =>
    work(
      documentId,
      await eventually(async () => {
        const { jobs } = await clients.job.listActiveJobs({ projectId }, await asWorker());
        return there(
          jobs.find(({ payload }) => payload?.documentId === documentId),
          'job of the document',
        ).id;
      }),
    );
  async function newProcessedDocument(): Promise<{ document: Document; page: Page }> {
    const document = await newDocument();
    await work(document.id, newId());
    const { pages } = await clients.document.listPages({ documentId: document.id }, await asMaker());
    return { document, page: there(pages[0], 'page') };
  }
  const { document, page } = await newProcessedDocument();
  const thumbnail = `projects/${projectId}/documents/${document.id}/pages/1/hash/thumbnail.webp`;
  await blobs.put(thumbnail, Readable.from([PNG]), { contentType: 'image/webp', maxBytes: 1_000 });
  const scratch = await mkdtemp(path.join(tmpdir(), 'symbio-access-page-'));
  const pyramid = path.join(scratch, 'pyramid.tif');
  const { width, height } = PAGE_SIZE;
  await writeJpegPyramid(sheet(width, height), width, height, pyramid);
  await blobs.putFile(page.imagePath, pyramid, { contentType: 'image/tiff' });
  await rm(scratch, { recursive: true });

  async function newMark(authorId?: string): Promise<Annotation> {
    const { annotation } = await clients.annotation.createAnnotation(
      {
        id: newId(),
        documentId: document.id,
        documentPageId: page.id,
        shape: ELLIPSE,
        content: 'Gas holder',
        authorId,
      },
      await asMaker(),
    );
    return there(annotation, 'annotation');
  }
  async function removedMark(authorId?: string): Promise<string> {
    const { id } = await newMark(authorId);
    await clients.annotation.deleteAnnotation({ id }, await asMaker());
    return id;
  }
  async function newRun(isUndone = false): Promise<string> {
    const id = newId();
    await clients.annotation.createRun({ id, projectId, name: 'Tanks', authorId: agentId }, await asMaker());
    if (isUndone) await clients.annotation.undoRun({ id }, await asMaker());
    return id;
  }
  async function newFeature(): Promise<Feature> {
    const { feature } = await clients.feature.createFeature(
      { id: newId(), projectId, name: 'Gas works', landUse: [], coordinate: { longitude: -73.98, latitude: 40.73 } },
      await asMaker(),
    );
    return there(feature, 'feature');
  }
  async function newEvidenceComment(featureId: string): Promise<EvidenceComment> {
    const { comment } = await clients.feature.createComment({ featureId, content: 'One tank.' }, await asMaker());
    return there(comment, 'comment');
  }
  async function newDetermination(featureId: string): Promise<Determination> {
    const request = { featureId, kind: 'rec', reason: 'A gas holder leaked.' };
    const { determination } = await clients.feature.createDetermination(request, await asMaker());
    return there(determination, 'determination');
  }
  async function newDeterminationProposal(featureId: string, evidence: string[]): Promise<DeterminationProposal> {
    const request = { featureId, kind: 'rec', reason: 'A gas holder leaked.', evidence };
    const { proposal } = await clients.feature.createDeterminationProposal(request, await asMaker());
    return there(proposal, 'proposal');
  }
  async function newMerge(): Promise<string> {
    const [kept, merged] = [await newFeature(), await newFeature()];
    const request = { mergeId: newId(), featureId: kept.id, mergedIds: [merged.id] };
    return (await clients.feature.mergeFeatures(request, await asMaker())).mergeId;
  }
  async function newMention(featureOfInterestId: string): Promise<Mention> {
    const { mention } = await clients.feature.createMention(
      { id: newId(), featureOfInterestId, sourceAnnotationId: mark.id, narrative: 'A gas holder is drawn here.' },
      await asMaker(),
    );
    return there(mention, 'mention');
  }
  async function newVisit(): Promise<SiteVisit> {
    const { siteVisit } = await clients.project.createSiteVisit({ projectId, fields: VISIT }, await asMaker());
    return there(siteVisit, 'site visit');
  }
  async function newPhotograph(): Promise<Photograph> {
    const header = { id: newId(), projectId, visitId: visit.id, fileName: 'north.png', caption: '' };
    const { photograph } = await clients.document.addPhotograph(uploadOf(header, PNG), await asMaker());
    return there(photograph, 'photograph');
  }
  async function newJob(): Promise<Job> {
    const { job } = await clients.job.createJob(
      {
        id: newId(),
        type: 'document-specific',
        payload: JobPayload.fromPartial({ projectId, documentId: newId() }),
        documentFilename: 'sheet.pdf',
      },
      await asMaker(),
    );
    return there(job, 'job');
  }
  async function newFailedJob(): Promise<Job> {
    const { id } = await newJob();
    return there((await clients.job.cancelJob({ id }, await asMaker())).job, 'cancelled job');
  }
  async function newRunningJob(): Promise<{ jobId: string; attempt: number; workerId: string }> {
    const hold = { jobId: (await newJob()).id, attempt: 1, workerId: 'worker-of-the-matrix' };
    const { jobId, workerId } = hold;
    const { taken } = await clients.job.startAttempt({ jobId, workerId }, await asWorker());
    if (!taken) throw new Error('the matrix has no running job');
    return hold;
  }
  const runId = await newRun();
  const mark = await newMark();
  const agentsMark = await newMark(agentId);
  const feature = await newFeature();
  const mention = await newMention(feature.id);
  const unassociated = await newMention('');
  const visit = await newVisit();
  const photograph = await newPhotograph();
  const job = await newJob();
  return {
    document,
    page,
    mark,
    agentsMark,
    feature,
    mention,
    unassociated,
    visit,
    photograph,
    job,
    runId,
    newDocument,
    newDocumentWithFile,
    newProtectedDocument,
    newSplit,
    newConfirmedSplit,
    newUpload,
    newDeletedDocument,
    newProcessedDocument,
    begin,
    workOnJobOf,
    newMark,
    removedMark,
    newFeature,
    newEvidenceComment,
    newDetermination,
    newDeterminationProposal,
    newMerge,
    newRun,
    newMention,
    newVisit,
    newPhotograph,
    newJob,
    newFailedJob,
    newRunningJob,
  };
}

export type Things = Awaited<ReturnType<typeof makeThings>>;
