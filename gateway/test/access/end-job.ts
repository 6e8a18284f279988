import { isNotFound } from '@symbio/runtime';
import { callAsService } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import type { Clients } from '../../src/clients.js';

/** Ends a begun job as a worker does, created if needed, and waits until its document follows. @param error of a failed one */
export async function endJob(
  { document, job }: Pick<Clients, 'document' | 'job'>,
  { documentId, jobId, projectId }: { documentId: string; jobId: string; projectId: string },
  error = '',
): Promise<void> {
  const worker = await callAsService('document-worker');
  const payload = { documentId, projectId, pageNumbers: [] };
  const asDocuments = await callAsService('document');
  await job.getJob({ id: jobId }, asDocuments).catch(async (cause: unknown) => {
    if (!isNotFound(cause)) throw cause;
    await job.createJob({ id: jobId, type: 'document-specific', payload }, asDocuments);
  });
  const { attempt } = await job.startAttempt({ jobId, workerId: jobId }, worker);
  const claim = { jobId, attempt, workerId: jobId };
  if (error) await job.failAttempt({ ...claim, errorMessage: error, permanent: true }, worker);
  else await job.completeAttempt(claim, worker);
  await eventually(async () => {
    const { document: row } = await document.getDocument({ id: documentId }, asDocuments);
    expect(['queued', 'processing']).not.toContain(row?.processingStatus);
  });
}
