/** Texts and versions of reports: only people write, owners with a qualification sign (OP-07, OP-09, OP-21). */
import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { STANDARD_SOURCES } from '@symbio/proto/document/vocabulary';
import { GapValues } from '@symbio/proto/project';
import type { ReportVersion } from '@symbio/proto/reports';
import {
  ADMINISTRATOR,
  ADMINISTRATORS_ONLY,
  CREATOR,
  EDIT,
  EDITORS_ONLY,
  KEYS,
  KEY_ELSEWHERE,
  KEY_OF_ADMINISTRATOR,
  KEY_OF_STAFF,
  NOBODY,
  OWNER,
  READ,
  VIEWERS_ONLY,
  allProcesses,
  grid,
  only,
  type Person,
} from '../callers.js';
import { EMPTY_MANIFEST } from '../system.js';
import { oncePerProject } from '../once.js';
import { there } from '../there.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';
import { REVIEW } from './marks.js';

const cites = 'OP-07 OP-21';
const SIGNERS = [ADMINISTRATOR, CREATOR, OWNER] as const;
const SIGN = grid({ ok: SIGNERS, 403: [...new Set([...EDITORS_ONLY, ...VIEWERS_ONLY, ...KEYS])] }, 404);
/** The reviewer's list is read first, as the caller. */
const LOCK = { ...REVIEW, [KEY_OF_STAFF]: 404, [KEY_ELSEWHERE]: 404 } as const;
/** A key never administers. */
const RETAINED = grid({ ok: [ADMINISTRATOR], 403: [KEY_OF_ADMINISTRATOR] }, 404);
const QUALIFICATION = { path: 'experience', licence: '', state: '', expiresOn: '' };
/** Of the files that the matrix's writer makes. */
const MANIFEST = createHash('sha256').update(EMPTY_MANIFEST).digest('hex');
const reason = { reason: 'The wrong boundary was used.' };

interface Apart {
  /** Quiet, so that its evidence does not change while a version is locked. */
  projectId: Promise<string>;
  /** Versions of a project are locked one after the other. */
  last: Promise<unknown>;
  takeProject: World['takeProject'];
}
/** By the people who make them. */
const aparts = new WeakMap<World['accounts'], Apart>();
const apartOf = (w: World): Apart => {
  const known = aparts.get(w.accounts) ?? {
    ...{ projectId: quietProject(w), last: Promise.resolve(), takeProject: w.takeProject },
  };
  aparts.set(w.accounts, known);
  return known;
};

async function quietProject(w: World): Promise<string> {
  const { clients } = w.system;
  for (const signer of SIGNERS)
    await clients.identity.saveQualification({ qualification: QUALIFICATION }, await w.as(signer));
  const projectId = await w.takeProject('A project with reports');
  const date = new Date().toISOString().slice(0, 10);
  const kinds = ['interviews', 'lien_search', 'records_review', 'site_inspection', 'declaration'];
  const dates = kinds.map((kind) => ({ kind, date, note: 'By the matrix' }));
  await clients.project.saveAssessment({ projectId, dates }, await w.as(CREATOR));
  // of a project without documents
  const judged = { tried: 'Libraries of the county', reason: 'Nothing is kept there.', significant: false };
  const missing = [{ kind: 'data_failure' }, ...STANDARD_SOURCES.map((source) => ({ kind: 'source', source }))];
  for (const gap of missing) {
    const values = GapValues.fromPartial({ ...gap, ...judged });
    await clients.project.createGap({ id: newId(), projectId, values }, await w.as(CREATOR));
  }
  return projectId;
}

const ORDER = ['draft', 'in_review', 'signed', 'issued'] as const;
type State = (typeof ORDER)[number];

async function versionIn(w: World, projectId: string, state: State): Promise<ReportVersion> {
  const { reports } = w.system.clients;
  const as = (person: Person = CREATOR) => w.as(person);
  const request = { id: newId(), projectId, blocking: [] };
  const { id } = there((await reports.lockVersion(request, await as())).version, 'version');
  const current = async () => there((await reports.getVersion({ id }, await as())).version, 'version');
  await eventually(async () => expect((await current()).composition?.state).toBe('done'));
  const { manifestSha256 } = await current();
  for (const step of ORDER.slice(1, ORDER.indexOf(state) + 1)) {
    if (step === 'in_review') await reports.submitVersion({ id }, await as());
    if (step === 'signed') await reports.signVersion({ id, manifestSha256 }, await as());
    if (step === 'issued') await reports.issueVersion({ id }, await as());
  }
  return current();
}

/** In a project of its own, whose members have the same roles. */
async function newVersion(w: World, state: State): Promise<string> {
  const apart = apartOf(w);
  const projectId = await apart.projectId;
  const made = apart.last.then(() => versionIn(w, projectId, state));
  apart.last = made.catch(() => undefined);
  return (await made).id;
}

/** In a project of its own, as a newer signed version prevents the issue. */
const versionToIssue = async (w: World): Promise<string> => {
  const apart = apartOf(w);
  await apart.projectId;
  return (await versionIn(w, await apart.takeProject('A project with a signed report'), 'signed')).id;
};

/** Issued, so that every member reads it. */
export const issuedVersion = oncePerProject(async (w) => {
  // whose signers have their qualifications by then
  await apartOf(w).projectId;
  return (await versionIn(w, w.projectId, 'issued')).id;
});

const retainedVersions = new WeakMap<World['accounts'], Promise<string>>();

/** Issued in a project that was erased afterwards. */
function retainedVersion(w: World): Promise<string> {
  const known = retainedVersions.get(w.accounts) ?? newRetainedVersion(w);
  retainedVersions.set(w.accounts, known);
  return known;
}

async function newRetainedVersion(w: World): Promise<string> {
  await apartOf(w).projectId;
  const { project, reports } = w.system.clients;
  const id = await w.makeProject(newId(), 'An erased project');
  const version = await versionIn(w, id, 'issued');
  await project.deleteProject({ id }, await w.as(CREATOR));
  await project.eraseProject({ id }, await w.as(CREATOR));
  await eventually(async () => reports.getVersion({ id: version.id }, await w.as(ADMINISTRATOR)));
  return version.id;
}

export async function linkOf(w: World, versionId: string): Promise<{ versionId: string; id: string; token: string }> {
  const request = { versionId, name: 'For the bank', lastDay: tomorrow() };
  const { shareLink, token } = await w.system.clients.reports.createShareLink(request, await w.as(CREATOR));
  return { versionId, id: there(shareLink, 'share link').id, token };
}
const newLink = async (w: World) => linkOf(w, await newVersion(w, 'issued'));
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

const sharedReports = new WeakMap<object, Promise<string>>();

/** Token of a link. */
export function sharedReport(w: World): Promise<string> {
  const known = sharedReports.get(w.system) ?? newLink(w).then(({ token }) => token);
  sharedReports.set(w.system, known);
  return known;
}

const ofProject = (w: World, rest: string): string => `/api/public/projects/${w.projectId}/${rest}`;
const steps = [
  ['submit', 'draft', undefined, REVIEW],
  ['request-changes', 'in_review', reason, REVIEW],
  ['sign', 'in_review', { manifest_sha256: MANIFEST }, SIGN],
  ['withdraw', 'signed', reason, SIGN],
] as const;

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/projects/:id/report',
    cites,
    call: (w) => ({ path: ofProject(w, 'report') }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/report',
    cites,
    call: (w) => ({ path: ofProject(w, 'report'), body: { delivery_date: '2027-03-31' } }),
    allowed: REVIEW,
  },
  {
    route: 'PUT /api/public/projects/:id/report-settings',
    cites,
    call: (w) => ({ path: ofProject(w, 'report-settings'), body: { four_eyes: false } }),
    allowed: SIGN,
  },
  {
    route: 'GET /api/report-versions/:id/share-links',
    cites,
    call: async (w) => ({ path: `/api/report-versions/${await issuedVersion(w)}/share-links` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/report-versions/:id/share-links',
    cites,
    call: async (w) => ({
      path: `/api/report-versions/${await newVersion(w, 'issued')}/share-links`,
      body: { name: 'For the bank', last_day: tomorrow() },
    }),
    allowed: SIGN,
  },
  {
    route: 'DELETE /api/report-versions/:id/share-links/:link_id',
    cites,
    call: async (w) => {
      const { versionId, id } = await newLink(w);
      return { path: `/api/report-versions/${versionId}/share-links/${id}` };
    },
    allowed: SIGN,
  },
  {
    route: 'GET /api/public/projects/:id/report-sections/:key',
    cites,
    call: (w) => ({ path: ofProject(w, 'report-sections/interviews') }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/report-sections/:key',
    cites,
    call: (w) => ({ path: ofProject(w, 'report-sections/interviews'), body: { text: 'The owner was interviewed.' } }),
    allowed: REVIEW,
  },
  {
    route: 'POST /api/public/projects/:id/report-versions',
    cites,
    call: async (w) => ({
      path: `/api/public/projects/${await apartOf(w).projectId}/report-versions`,
      body: { id: newId() },
    }),
    allowed: LOCK,
  },
  {
    route: 'GET /api/public/projects/:id/report-versions',
    cites,
    call: (w) => ({ path: ofProject(w, 'report-versions') }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/report-versions/:id',
    cites,
    call: async (w) => ({ path: `/api/public/report-versions/${await issuedVersion(w)}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/report-versions/:id/files/:name',
    cites,
    call: async (w) => ({ path: `/api/public/report-versions/${await issuedVersion(w)}/files/evidence.json` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/report-versions/:id/files/:name',
    way: 'of an erased project',
    cites: 'SET-09 CONST-15',
    call: async (w) => ({ path: `/api/public/report-versions/${await retainedVersion(w)}/files/evidence.json` }),
    allowed: RETAINED,
  },
  {
    route: 'GET /api/retained-reports',
    cites: 'SET-09 CONST-15',
    call: async (w) => {
      await retainedVersion(w);
      return { path: '/api/retained-reports' };
    },
    allowed: ADMINISTRATORS_ONLY,
    shows: () => 'An erased project',
  },
  {
    route: 'GET /api/public/report-versions/:id/manifest',
    cites,
    call: async (w) => ({ path: `/api/public/report-versions/${await issuedVersion(w)}/manifest` }),
    allowed: READ,
  },
  {
    route: 'GET /api/report-versions/:id/unopened-pages',
    cites,
    call: async (w) => ({ path: `/api/report-versions/${await issuedVersion(w)}/unopened-pages` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/report-versions/:id/difference',
    cites,
    call: async (w) => {
      const id = await issuedVersion(w);
      return { path: `/api/public/report-versions/${id}/difference?from=${id}` };
    },
    allowed: READ,
  },
  ...steps.map(([step, state, body, allowed]): RouteRow => ({
    route: `POST /api/public/report-versions/:id/${step}`,
    cites,
    call: async (w) => ({
      path: `/api/public/report-versions/${await newVersion(w, state)}/${step}`,
      ...(body && { body }),
    }),
    allowed,
  })),
  {
    route: 'POST /api/public/report-versions/:id/issue',
    cites,
    call: async (w) => ({ path: `/api/public/report-versions/${await versionToIssue(w)}/issue` }),
    allowed: SIGN,
  },
];

const reports = callsOf('reports');
const byPeople = { cites, processes: allProcesses(403) };

export const calls: CallRow[] = [
  reports('getReport', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  reports('saveSection', {
    ...byPeople,
    request: (w) => ({ projectId: w.projectId, key: 'remarks', text: 'To do: interviews.' }),
    allowed: REVIEW,
  }),
  reports('saveDelivery', {
    ...byPeople,
    request: (w) => ({ projectId: w.projectId, deliveryDate: '2027-03-31' }),
    allowed: REVIEW,
  }),
  reports('saveSettings', {
    ...byPeople,
    request: (w) => ({ projectId: w.projectId, isProfessional: undefined, fourEyes: false }),
    allowed: SIGN,
  }),
  reports('listShareLinks', {
    cites,
    request: async (w) => ({ versionId: await issuedVersion(w) }),
    allowed: EDIT,
  }),
  reports('createShareLink', {
    ...byPeople,
    request: async (w) => ({ versionId: await newVersion(w, 'issued'), name: 'Bank', lastDay: tomorrow() }),
    allowed: SIGN,
  }),
  reports('revokeShareLink', {
    ...byPeople,
    request: async (w) => {
      const { versionId, id } = await newLink(w);
      return { versionId, id };
    },
    allowed: SIGN,
  }),
  reports('openShareLink', {
    cites,
    request: async (w) => ({ token: await sharedReport(w) }),
    allowed: NOBODY,
    processes: only('gateway'),
  }),
  reports('lockVersion', {
    ...byPeople,
    request: async (w) => ({ id: newId(), projectId: await apartOf(w).projectId, blocking: [] }),
    allowed: REVIEW,
  }),
  reports('listVersions', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  reports('getVersion', { cites, request: async (w) => ({ id: await issuedVersion(w) }), allowed: READ }),
  reports('createFileUrl', {
    cites,
    request: async (w) => ({ versionId: await issuedVersion(w), name: 'evidence.json' }),
    allowed: READ,
  }),
  reports('listRetainedVersions', {
    cites: 'SET-09 CONST-15',
    request: () => ({}),
    allowed: ADMINISTRATORS_ONLY,
    processes: allProcesses(403),
  }),
  reports('getManifest', { cites, request: async (w) => ({ id: await issuedVersion(w) }), allowed: READ }),
  reports('listCitedPages', { cites, request: async (w) => ({ id: await issuedVersion(w) }), allowed: READ }),
  reports('getDifference', {
    cites,
    request: async (w) => ({ id: await issuedVersion(w), fromId: await issuedVersion(w) }),
    allowed: READ,
  }),
  reports('submitVersion', {
    ...byPeople,
    request: async (w) => ({ id: await newVersion(w, 'draft') }),
    allowed: REVIEW,
  }),
  reports('requestChanges', {
    ...byPeople,
    request: async (w) => ({ id: await newVersion(w, 'in_review'), ...reason }),
    allowed: REVIEW,
  }),
  reports('signVersion', {
    ...byPeople,
    request: async (w) => ({ id: await newVersion(w, 'in_review'), manifestSha256: MANIFEST }),
    allowed: SIGN,
  }),
  reports('issueVersion', {
    ...byPeople,
    request: async (w) => ({ id: await versionToIssue(w) }),
    allowed: SIGN,
  }),
  reports('withdrawVersion', {
    ...byPeople,
    request: async (w) => ({ id: await newVersion(w, 'signed'), ...reason }),
    allowed: SIGN,
  }),
];
