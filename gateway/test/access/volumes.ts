import { connectMongo } from '@symbio/mongo';
import { testConfig } from '@symbio/mongo/testing';
import { namedId, newId, serviceActor } from '@symbio/runtime';
import { ControlPoint } from '@symbio/proto/document';
import { CREATOR } from './callers.js';
import { callBy } from './credentials.js';
import { endJob } from './end-job.js';
import { oncePerProject } from './once.js';
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
    // without words, so search rows do not find these pages
    await document.recordPage({ ...pageRecord(documentId, jobId, folder), pageNumber, words: [] }, worker);
  }
  await endJob(system.clients, { documentId, jobId, projectId });
  const { pages } = await document.listPages({ documentId }, await as(CREATOR));
  return [pages[0]?.id ?? '', pages[1]?.id ?? ''];
}

export const sheetsToRead = oncePerProject(sheetsOfVolume);

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

/** Two places that put a page of the world on the earth. */
export const PLACES = [
  { x: 1, y: 1, longitude: -73.9456, latitude: 40.7902 },
  { x: 60, y: 80, longitude: -73.9453, latitude: 40.79 },
];

/** A proposal for the page, as one that was read. @returns ids of its points */
export async function proposedPage({ page, projectId, document, system }: World): Promise<string[]> {
  const { MONGODB_URI: uri } = testConfig('access');
  const database = system.databases.find((name) => name.startsWith('access_document_')) ?? '';
  const mongo = await connectMongo({ uri, database, appName: 'proposed-page' });
  // beside the places of `placedPage`, which the page may have already
  const points = PLACES.map(({ x, y, longitude, latitude }, at) => ({
    ...{ x: x + 3, y: y + 3, longitude: longitude + 0.000015, latitude: latitude - 0.000008 },
    ...{ id: namedId(`${page.id} ${at}`), name: `Street ${at}` },
  }));
  const proposal = {
    ...{ projectId, documentId: document.id, pageId: page.id, state: 'proposed', points, streets: [], agreeing: 3 },
    ...{ score: 3, next: 1, why: 'x', pictureWidth: page.width, pictureHeight: page.height, madeAt: new Date() },
  };
  const _id = namedId(`${page.id} sheet`);
  await mongo.collection<{ _id: string }>('proposals').replaceOne({ _id }, proposal, { upsert: true });
  await mongo.close();
  return points.map(({ id }) => id);
}

/** @returns id of the change */
export async function placedPage(world: World, pageId = world.page.id): Promise<string> {
  const points = PLACES.map((place) => ControlPoint.fromPartial({ ...place, source: 'typed', used: true }));
  const call = { pageId, points };
  const { georeference } = await world.system.clients.document.saveGeoreference(call, await world.as(CREATOR));
  return georeference?.history.at(-1)?.id ?? '';
}
