/** A volume of two sheets. */
import { newId, serviceActor } from '@symbio/runtime';
import { CREATOR } from './callers.js';
import { callBy } from './credentials.js';
import { pageRecord } from './samples.js';
import type { World } from './world.js';

export async function sheetsOfVolume({ system, as, newDocument, projectId }: World): Promise<[string, string]> {
  const { document } = system.clients;
  const [{ id: documentId }, jobId, worker] = [
    await newDocument(),
    newId(),
    await callBy(serviceActor('document-worker')),
  ];
  await document.beginProcessing({ documentId, jobId }, worker);
  await document.recordPageCount({ documentId, totalPages: 2 }, worker);
  for (const pageNumber of [1, 2]) {
    const folder = `projects/${projectId}/documents/${documentId}/pages/${pageNumber}/hash`;
    // without words, so that search rows do not find these pages
    await document.recordPage({ ...pageRecord(documentId, jobId, folder), pageNumber, words: [] }, worker);
  }
  await document.finishProcessing({ documentId, jobId }, worker);
  const { pages } = await document.listPages({ documentId }, await as(CREATOR));
  return [pages[0]?.id ?? '', pages[1]?.id ?? ''];
}

const read = new WeakMap<World, Promise<[string, string]>>();
export function sheetsToRead(world: World): Promise<[string, string]> {
  const sheets = read.get(world) ?? sheetsOfVolume(world);
  read.set(world, sheets);
  return sheets;
}

export async function correctedPage(world: World): Promise<string> {
  const [pageId] = await sheetsOfVolume(world);
  const edits = [{ fact: 'city', value: 'Millbrook', reset: false }];
  await world.system.clients.document.correctTitleBlock({ pageId, edits }, await world.as(CREATOR));
  return pageId;
}

export async function correctedVolume(world: World): Promise<{ pageId: string; id: string }> {
  const [pageId, id] = [await correctedPage(world), newId()];
  await world.system.clients.document.correctVolume({ pageId, id, facts: ['city'] }, await world.as(CREATOR));
  return { pageId, id };
}
