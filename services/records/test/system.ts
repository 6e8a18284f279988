/** A records service on real MongoDB and NATS, with one project. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { namedId, newId, notFound, type Actor, type Clock } from '@symbio/runtime';
import { administrator, eventually, person } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents } from '@symbio/events/testing';
import { Document, DocumentServiceService, ListPageWordsResponse, Page, type Word } from '@symbio/proto/document';
import { Feature, FeatureServiceService, Mention, type CreateRecordMentionRequest } from '@symbio/proto/feature';
import { Project, PropertyMap, ProjectServiceService } from '@symbio/proto/project';
import { RecordsServiceService, type DataSetVersion, type RecordHit } from '@symbio/proto/records';
import { start } from '../src/start.js';

export const admin = administrator({ name: 'Ada Admin' });
export const editor = person({ name: 'Edgar Editor' });
export const viewer = person({ name: 'Vera Viewer' });
export const agent = person({ ...editor, name: 'Robot', via: 'api_key', keyId: newId(), agentId: newId() });
const RING = [-73.96, 40.71, -73.957, 40.71, -73.957, 40.712, -73.96, 40.712, -73.96, 40.71];

const COLUMNS =
  'REGISTRY_ID,PRIMARY_NAME,LOCATION_ADDRESS,CITY_NAME,STATE_CODE,POSTAL_CODE,PGM_SYS_ACRNMS,INTEREST_TYPES,LATITUDE83,LONGITUDE83,ACCURACY_VALUE,COLLECT_DESC,HDATUM_DESC';

/** Rows in the columns of EPA FRS. */
export const frs = (...rows: readonly { id: number; name: string; interest: string; latitude: string }[]): string =>
  [
    COLUMNS,
    ...rows.map(
      ({ id, name, interest, latitude }) =>
        `${id},${name},${id} Kent Ave,BROOKLYN,NY,11211,,${interest},${latitude},-73.958,30,GPS,NAD83`,
    ),
  ].join('\n');

export async function* messages(dataSetId: string, content: string | Uint8Array) {
  const header = { id: newId(), dataSetId, agencyDate: '2026-11-01', fileName: 'list.csv' };
  yield await Promise.resolve({ part: { $case: 'header' as const, value: header } });
  yield { part: { $case: 'chunk' as const, value: Buffer.from(content) } };
}

interface SystemOptions {
  clock?: Clock;
  /** Milliseconds after a change, before a search is repeated; by default no test sees it. */
  rerunAfterMs?: number;
}

export async function recordsSystem({ clock, rerunAfterMs = 3_600_000 }: SystemOptions = {}) {
  const projectId = newId();
  /** Outer rings of the boundary's parts. */
  const rings = [RING];
  const project = { propertyZip: '11211', propertyAddress: '7 Kent Avenue', propertyState: 'NY', status: 'insights' };
  const blobDir = mkdtempSync(path.join(tmpdir(), 'symbio-records-'));
  const roles = new Map([
    [editor.sub, 'editor'],
    [viewer.sub, 'viewer'],
  ]);
  const projects = await fakeService(ProjectServiceService, {
    checkAccess: ({ projectIds }, { actor }) => {
      const role = roles.get(actor.sub);
      return Promise.resolve({ roles: role && projectIds.includes(projectId) ? { [projectId]: role } : {} });
    },
    listVisibleProjects: (_request, { actor }) => {
      const role = roles.get(actor.sub);
      return Promise.resolve({ all: false, roles: role ? { [projectId]: role } : {}, removedIds: [] });
    },
    getProject: () => Promise.resolve({ project: Project.fromPartial(project) }),
    getPropertyMap: () =>
      Promise.resolve({
        propertyMap: PropertyMap.fromPartial({
          boundary: { parts: rings.map((degrees) => ({ rings: [{ degrees }] })) },
        }),
      }),
  });
  const documentId = newId();
  const streets = new Map<string, [number, number][]>();
  const reportPages: Pick<Word, 'text' | 'x' | 'y' | 'width' | 'height'>[][] = [];
  const pageIdAt = (at: number): string => namedId(`${documentId} page ${at}`);
  const documents = await fakeService(DocumentServiceService, {
    getDocument: ({ id }) =>
      id === documentId
        ? Promise.resolve({ document: Document.fromPartial({ id, projectId, fileName: 'Radius report.pdf' }) })
        : Promise.reject(notFound('Document')),
    listPages: ({ paging }) => {
      const [page, perPage] = [paging?.page ?? 1, paging?.perPage ?? 100];
      const pages = Array.from({ length: reportPages.length }, (_, at) =>
        Page.fromPartial({ id: pageIdAt(at), documentId, projectId, pageNumber: at + 1 }),
      );
      const pageInfo = { page, perPage, totalPages: 1, count: pages.length };
      return Promise.resolve({ pages: pages.slice((page - 1) * perPage, page * perPage), pageInfo });
    },
    findStreetPlaces: ({ query }) =>
      Promise.resolve({
        places: (streets.get(query) ?? []).map(([longitude, latitude]) => ({
          ...{ name: query, kind: 'address', longitude, latitude },
        })),
      }),
    listPageWords: ({ pageId }) => {
      const words = reportPages.find((_, at) => pageIdAt(at) === pageId) ?? [];
      return Promise.resolve(ListPageWordsResponse.fromPartial({ words, width: 1_700, height: 2_200 }));
    },
  });
  const made = new Map<string, Feature>();
  const mentions: CreateRecordMentionRequest[] = [];
  const features = await fakeService(FeatureServiceService, {
    listFeatures: () => Promise.resolve({ features: [...made.values()] }),
    getFeature: ({ id }) => Promise.resolve({ feature: made.get(id) }),
    createFeature: (request) => {
      const { id, name, coordinate, relation } = request;
      const feature = Feature.fromPartial({ id, projectId, name, coordinate, relation, distanceM: 0 });
      made.set(request.id, feature);
      return Promise.resolve({ feature });
    },
    createRecordMention: (request) => {
      mentions.push(request);
      return Promise.resolve({ mention: Mention.fromPartial({ id: request.id }) });
    },
  });
  const config = {
    ...testConfig('records'),
    SYMBIO_PROJECT_ADDR: projects.address,
    SYMBIO_FEATURE_ADDR: features.address,
    SYMBIO_DOCUMENT_ADDR: documents.address,
    BLOB_URL: pathToFileURL(blobDir).href,
    FILES_SECRET: 'a-secret-only-for-files-in-tests',
  };
  const events = await testEvents(config, 'records');
  const service = await start(config, clock, rerunAfterMs);
  const api = testClient(RecordsServiceService, service.address);
  const { client } = api;
  const dataSetId = newId();
  const values = { name: 'EPA FRS', agency: 'EPA', sourceUrl: '', licence: 'Public domain' };
  await client.createDataSet({ id: dataSetId, ...values }, await callAs(admin));

  return {
    client,
    config,
    dataSetId,
    events,
    projectId,
    project,
    rings,
    documentId,
    /** Words of the document's pages. */
    reportPages,
    /** Places by address. */
    streets,
    features: made,
    mentions,
    as: (actor: Actor) => callAs(actor),

    /** Sends another edition, and waits for no import. */
    add: async (content: string | Uint8Array) => client.addVersion(messages(dataSetId, content), await callAs(admin)),

    /** The newest version once it is imported or refused. */
    newestVersion(): Promise<DataSetVersion> {
      return eventually(async () => {
        const [version] = (await client.getDataSet({ id: dataSetId }, await callAs(admin))).dataSet?.versions ?? [];
        if (!version || version.state === 'importing') throw new Error('still importing');
        return version;
      });
    },

    /** Makes the rows the current version, and searches. */
    async search(text: string): Promise<void> {
      const { dataSet } = await client.addVersion(messages(dataSetId, text), await callAs(admin));
      const before = dataSet?.currentVersionId;
      await eventually(async () => {
        const now = (await client.getDataSet({ id: dataSetId }, await callAs(admin))).dataSet;
        expect(now?.currentVersionId).not.toBe(before);
      });
      await client.searchRecords({ id: newId(), projectId }, await callAs(editor));
    },

    /** The lists as they are now. */
    searchAgain: async () => client.searchRecords({ id: newId(), projectId }, await callAs(editor)),

    async hits(more = {}): Promise<RecordHit[]> {
      return (await client.listHits({ projectId, ...more }, await callAs(viewer))).hits;
    },

    async stop(): Promise<void> {
      api.close();
      await service.stop();
      await Promise.all([projects.close(), features.close(), documents.close()]);
      await events.close();
      rmSync(blobDir, { recursive: true, force: true });
    },
  };
}
