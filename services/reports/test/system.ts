/** A report service on real MongoDB and NATS that composes with the real writer; the services it calls are fakes. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { openBlobStore } from '@symbio/blobs';
import { testEvents } from '@symbio/events/testing';
import { connectMongo, type Connection } from '@symbio/mongo';
import { testConfig } from '@symbio/mongo/testing';
import { Annotation, AnnotationServiceService } from '@symbio/proto/annotation';
import { Document, DocumentServiceService, Page } from '@symbio/proto/document';
import { Determination, Feature, FeatureServiceService, Mention } from '@symbio/proto/feature';
import { Author, IdentityServiceService, User, type Qualification } from '@symbio/proto/identity';
import {
  Assessment,
  Coverage,
  Interview,
  LienSearch,
  Project,
  projectEvents,
  ProjectServiceService,
  PropertyMap,
  Questionnaire,
  UserAnswers,
} from '@symbio/proto/project';
import { AgencyRequest, RecordsServiceService } from '@symbio/proto/records';
import { ReportsServiceService, type ReportVersion } from '@symbio/proto/reports';
import { verifyReport, type Finding } from '@symbio/report';
import { readSigningKey } from '@symbio/rpc';
import { callAs, fakeService, testClient, testKeys } from '@symbio/rpc/testing';
import { createLogger, newId, notFound, type Actor } from '@symbio/runtime';
import { eventually, person, TestClock } from '@symbio/runtime/testing';
import sharp from 'sharp';
import { writeReport } from '../src/composing/write-report.js';
import { start } from '../src/start.js';

export const owner = person({ name: 'Olive Owner', role: 'symbio' });
export const editor = person({ name: 'Edgar Editor', role: 'symbio' });
export const viewer = person({ name: 'Vera Viewer', role: 'symbio' });
export const customer = person({ name: 'Carla Customer', role: 'customer' });
export const stranger = person();
/** Of the project; people of the operator work in it. */
export const FIRM = newId();
export const administrator = person({ role: 'administrator', organizationId: FIRM });
export const key = person({ ...owner, via: 'api_key', keyId: newId() });

const ROLES = new Map([
  [owner.sub, 'owner'],
  [editor.sub, 'editor'],
  [viewer.sub, 'viewer'],
  [customer.sub, 'viewer'],
]);
const SECRET = 'a-secret-only-for-files-in-tests';
const { INTERNAL_SIGNING_KEY: SIGNING_KEY } = testKeys('reports');

export const COVERAGE = Coverage.fromPartial({
  overrides: [
    { source: 'city_directories', decade: 1930, area: 'property', state: 'unavailable', note: 'No copy survives.' },
  ],
  gaps: [
    {
      ...{ id: newId(), kind: 'interval', fromYear: 1905, toYear: 1938, area: 'property', significant: true },
      ...{ tried: 'The county library.', reason: 'The tank is not dated.', effect: 'Its removal is unknown.' },
    },
  ],
});

const PROPERTY_MAP = PropertyMap.fromPartial({
  boundary: {
    ...{ areaAcres: 0.9, perimeterFt: 800, byName: 'Edgar Editor', at: new Date('2026-11-19T10:00:00Z') },
    parts: [{ rings: [{ degrees: [-73.69, 42.73, -73.689, 42.73, -73.689, 42.731, -73.69, 42.73] }] }],
  },
});

/** One marked sheet, one feature with a determination, and a mention of it. */
export function projectData(projectId: string) {
  const [documentId, pageId, annotationId, featureId, historyId] = [newId(), newId(), newId(), newId(), newId()];
  const document = Document.fromPartial({
    ...{ id: documentId, projectId, title: 'Sanborn 1905', category: 'sanborn_maps', fileName: 'sanborn.pdf' },
    ...{ totalPages: 1, fileSize: 9_000, sha256: 'd'.repeat(64), facts: { years: [1905] } },
  });
  const page = Page.fromPartial({
    ...{ id: pageId, documentId, projectId, pageNumber: 1, width: 800, height: 600, dpi: 150, status: 'ready' },
  });
  const annotation = Annotation.fromPartial({
    ...{ id: annotationId, projectId, documentId, documentPageId: pageId, content: 'Gas tank', authorType: 'human' },
    ...{ authorId: editor.authorId, authorName: editor.name, createdAt: new Date('2026-11-20T10:00:00Z') },
    shape: { $case: 'rectangle', value: { x: 300, y: 200, width: 120, height: 80 } },
  });
  const mention = Mention.fromPartial({
    ...{ id: newId(), projectId, featureOfInterestId: featureId, sourceAnnotationId: annotationId },
    ...{ authorId: editor.authorId, currentAuthorId: editor.authorId, currentHistoryId: historyId },
    ...{
      currentNarrative: 'A gas tank stood south of the garage.',
      currentConfidence: 9,
      currentUseType: 'historical',
    },
  });
  const feature = Feature.fromPartial({ id: featureId, projectId, name: 'Former garage', landUse: ['gas_station'] });
  const determination = Determination.fromPartial({
    ...{ id: newId(), projectId, featureId, kind: 'rec', reason: 'The tank was never removed.', evidence: [historyId] },
    ...{ authorName: editor.name, status: 'active', createdAt: new Date('2026-11-21T10:00:00Z') },
  });
  const agencyRequest = AgencyRequest.fromPartial({
    ...{ id: newId(), projectId, days: 39, isWaiting: true },
    fields: { agencyName: 'Fire Department', agencyKind: 'fire', subject: 'Tanks', sentOn: '2026-10-20' },
  });
  const interviews = [
    Interview.fromPartial({
      ...{ id: newId(), projectId, role: 'owner', person: 'Rose Miller', date: '2026-11-18', method: 'telephone' },
      ...{ answered: true, text: 'The tank was filled with sand.' },
    }),
  ];
  const lienSearches = [
    LienSearch.fromPartial({
      ...{ id: newId(), projectId, searchedBy: 'Title Ltd.', date: '2026-11-10', fromYear: 1980, toYear: 2026 },
      ...{ orderedBy: 'user', result: 'none', documentId },
    }),
  ];
  const userAnswers = [
    UserAnswers.fromPartial({
      ...{ id: newId(), name: 'Ben Buyer', date: '2026-11-12', method: 'link' },
      answers: [{ question: 'price', answer: 'no', text: 'Fast sale.' }],
    }),
  ];
  return {
    document,
    page,
    annotation,
    mention,
    feature,
    determination,
    agencyRequest,
    interviews,
    lienSearches,
    userAnswers,
  };
}

export async function reportSystem() {
  const projectId = newId();
  const root = mkdtempSync(path.join(tmpdir(), 'symbio-reports-'));
  const blobDir = path.join(root, 'blobs');
  mkdirSync(blobDir);
  const clock = new TestClock(new Date('2026-11-28T09:00:00Z'));
  const data = projectData(projectId);
  const qualifications = new Map<string, Qualification>();
  const about = Project.fromPartial({
    ...{ id: projectId, number: 'P-2026-00001', title: 'Riverside', organizationId: FIRM },
    ...{ propertyAddress: '7 Kent Avenue', propertyCity: 'Troy', propertyState: 'NY', propertyZip: '12180' },
    clientCompany: 'Riverside Holdings',
  });
  const state = { isErased: false };
  const project = await fakeService(ProjectServiceService, {
    checkAccess: ({ projectIds }, { actor }) => {
      const role = state.isErased ? undefined : ROLES.get(actor.sub);
      return Promise.resolve({ roles: role && projectIds.includes(projectId) ? { [projectId]: role } : {} });
    },
    getProject: () => (state.isErased ? Promise.reject(notFound('Project')) : Promise.resolve({ project: about })),
    getAssessment: () => Promise.resolve({ assessment: Assessment.fromPartial({ projectId }) }),
    getCoverage: () => Promise.resolve({ coverage: COVERAGE }),
    getPropertyMap: () => Promise.resolve({ propertyMap: PROPERTY_MAP }),
    listSiteVisits: () => Promise.resolve({ siteVisits: [] }),
    listInterviews: () => Promise.resolve({ interviews: data.interviews }),
    getQuestionnaire: () =>
      Promise.resolve({ questionnaire: Questionnaire.fromPartial({ projectId, answers: data.userAnswers }) }),
    listLienSearches: () => Promise.resolve({ lienSearches: data.lienSearches }),
  });
  const document = await fakeService(DocumentServiceService, {
    listDocuments: () => Promise.resolve({ documents: [data.document] }),
    listCategories: () => Promise.resolve({ categories: [] }),
    listPages: () => Promise.resolve({ pages: [data.page] }),
    listPhotographs: () => Promise.resolve({ photographs: [] }),
    listGeoreferences: () => Promise.resolve({ georeferences: [] }),
    findStreetLines: () =>
      Promise.resolve({
        lines: [{ name: 'River Street', degrees: [-73.691, 42.7299, -73.688, 42.7299] }],
        fileNames: ['streets.zip'],
      }),
    getPageImage: async ({ region, width }) => {
      if (!region) throw new Error('no region');
      const height = Math.round((width * region.height) / region.width);
      const picture = await sharp({ create: { width, height, channels: 3, background: '#e9dcc3' } })
        .png()
        .toBuffer();
      return { picture, contentType: 'image/png', region, scale: width / region.width, etag: 'one', preview: false };
    },
  });
  const annotation = await fakeService(AnnotationServiceService, {
    listAnnotations: () => Promise.resolve({ annotations: [data.annotation] }),
  });
  const feature = await fakeService(FeatureServiceService, {
    listFeatures: () => Promise.resolve({ features: [data.feature] }),
    listMentions: () => Promise.resolve({ mentions: [data.mention] }),
    listLandUses: () => Promise.resolve({ landUses: [] }),
    listDeterminations: () => Promise.resolve({ determinations: [data.determination], proposals: [] }),
  });
  const identity = await fakeService(IdentityServiceService, {
    getMe: (_request, { actor: { sub: id, name } }) =>
      Promise.resolve({ user: User.fromPartial({ id, name, qualification: qualifications.get(id) }) }),
    getAuthors: ({ ids }) =>
      Promise.resolve({
        authors: ids.map((id) => Author.fromPartial({ id, authorType: 'human', displayName: 'Edgar Editor' })),
      }),
  });
  const records = await fakeService(RecordsServiceService, {
    listSearches: () => Promise.resolve({ searches: [] }),
    listAgencyRequests: () => Promise.resolve({ requests: [data.agencyRequest] }),
  });
  const peers = [project, document, annotation, feature, identity, records];
  const config = {
    ...testConfig('reports'),
    SYMBIO_PROJECT_ADDR: project.address,
    SYMBIO_DOCUMENT_ADDR: document.address,
    SYMBIO_ANNOTATION_ADDR: annotation.address,
    SYMBIO_FEATURE_ADDR: feature.address,
    SYMBIO_IDENTITY_ADDR: identity.address,
    SYMBIO_RECORDS_ADDR: records.address,
    BLOB_URL: pathToFileURL(blobDir).href,
    FILES_SECRET: SECRET,
    FILES_PUBLIC_URL: '',
    REPORT_SIGNING_KEY: SIGNING_KEY,
    PUBLIC_URL: 'https://symbio.example',
  };
  const events = await testEvents(config, 'reports');
  const key = readSigningKey(SIGNING_KEY);
  const startReplica = () => start(config, clock, (folder, { onProgress }) => writeReport(folder, onProgress, key));
  const service = await startReplica();
  const api = testClient(ReportsServiceService, service.address);
  const mongo: Connection = await connectMongo({
    ...{ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' },
  });
  const blobs = await openBlobStore(config.BLOB_URL, {
    ...{ secret: SECRET, publicUrl: '', clock, log: createLogger({ name: 'test', level: 'silent' }) },
  });
  const { client } = api;
  const get = async (id: string, actor: Actor = editor): Promise<ReportVersion> =>
    (await client.getVersion({ id }, await callAs(actor))).version!;

  return {
    ...{ client, events, clock, blobs, projectId, data, qualifications, get, startReplica },
    lock: async (actor: Actor = editor): Promise<ReportVersion> => {
      const { version } = await client.lockVersion({ id: newId(), projectId, blocking: [] }, await callAs(actor));
      return version!;
    },
    composed: (id: string): Promise<ReportVersion> =>
      eventually(async () => {
        const version = await get(id);
        expect(version.composition).toMatchObject({ state: 'done', problem: '' });
        return version;
      }),
    /** As the project service publishes it. */
    erase: (): Promise<void> => {
      state.isErased = true;
      const actor = { sub: owner.sub, authorId: owner.authorId, via: 'user' };
      return events.publish(projectEvents.erased, {
        ...{ entityId: projectId, scope: projectId, actor, data: { project: about } },
      });
    },
    /** Of a signed address, as the file server reads it. */
    fileAt: (url: string): Promise<Buffer> => {
      const { pathname, searchParams } = new URL(url, 'http://files.invalid');
      const stored = pathname.slice('/files/b/'.length);
      expect(blobs.verify(stored, searchParams)).toMatchObject({ valid: true });
      return blobs.createReadStream(stored).then(buffer);
    },
    /** Faults of the version's files, as delivered. */
    verify: async (id: string): Promise<Finding[]> => {
      const row = await mongo.collection<{ _id: string; files: { name: string; key: string }[] }>('versions').findOne({
        _id: id,
      });
      const folder = path.join(root, id);
      for (const { name, key: stored } of row?.files ?? []) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), await buffer(await blobs.createReadStream(stored)));
      }
      return verifyReport(folder);
    },
    stop: async (): Promise<void> => {
      api.close();
      await service.stop();
      await mongo.close();
      await blobs.close();
      await Promise.all(peers.map((peer) => peer.close()));
      await events.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
export type ReportSystem = Awaited<ReturnType<typeof reportSystem>>;
