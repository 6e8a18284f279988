/** Rules of the service without servers, for tests. */
import { MemoryRows } from '@symbio/mongo/testing';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { Qualification } from '@symbio/proto/identity';
import { Project } from '@symbio/proto/project';
import { contextOf } from '@symbio/rpc/testing';
import { atLeast } from '@symbio/project-access';
import { newId, notAuthorized, notFound, serviceActor, type Actor, type OfOrganization } from '@symbio/runtime';
import { TestClock, person } from '@symbio/runtime/testing';
import { folderOf } from './evidence/lock.js';
import type { ReportRow, ShareLinkRow, TemplateRow, VersionRow } from './model.js';
import { createRetention } from './retention.js';
import { createSections } from './sections.js';
import { createShareLinks } from './share-links.js';
import { createTemplates } from './templates.js';
import { createVersions } from './versions.js';

export const MANIFEST = 'a'.repeat(64);

export function reportRules() {
  const clock = new TestClock(new Date('2026-11-28T09:00:00Z'));
  const projectId = newId();
  const [reports, versions] = [new MemoryRows<ReportRow>(clock), new MemoryRows<VersionRow>(clock)];
  const links = new MemoryRows<ShareLinkRow>(clock);
  const templates = new MemoryRows<TemplateRow>(clock);
  const ofProject = (id: string): VersionRow[] =>
    versions
      .all()
      .filter((row) => row.projectId === id && !row.retained)
      .sort((one, other) => other.number - one.number);
  const retainedBy = ({ organizationId }: OfOrganization): VersionRow[] =>
    versions
      .all()
      .filter(
        ({ retained }) =>
          retained && (organizationId === undefined || (retained.organizationId ?? null) === organizationId),
      );
  const repository = {
    ...{ reports, versions },
    report: (id: string) => Promise.resolve(reports.find(id)),
    template: (id: string) => Promise.resolve(templates.find(id)),
    version: (id: string) => Promise.resolve(versions.find(id)),
    newest: (id: string) => Promise.resolve(ofProject(id)[0]),
    inState: (id: string, state: string) => Promise.resolve(ofProject(id).filter((row) => row.state === state)),
    list: (id: string, states: readonly string[] | undefined) =>
      Promise.resolve(ofProject(id).filter(({ state }) => states?.includes(state) ?? true)),
    count: (id: string) => Promise.resolve(ofProject(id).length),
    issued: (id: string) => Promise.resolve(versions.all().filter((row) => row.projectId === id && row.issuedAt)),
    listRetained: (owner: OfOrganization) => Promise.resolve(retainedBy(owner)),
    countRetained: (owner: OfOrganization) => Promise.resolve(retainedBy(owner).length),
    expired: (now: Date) => Promise.resolve(retainedBy({}).filter(({ retained }) => retained && retained.until <= now)),
    removeProject: (id: string, retained: readonly string[]) => {
      links.drop((row) => row.projectId === id);
      versions.drop((row) => row.projectId === id && !retained.includes(row._id));
      templates.drop((row) => row._id === id);
      reports.drop((row) => row._id === id);
      return Promise.resolve();
    },
    linksOf: (id: string) => Promise.resolve(links.all().filter(({ versionId }) => versionId === id)),
    linkByToken: (hash: string) => Promise.resolve(links.all().find(({ tokenHash }) => tokenHash === hash)),
    recordUse: (id: string, at: Date) =>
      links.change(id, people.owner.actor, () => ({ set: { lastUsedAt: at }, events: [] })).then(() => undefined),
  };
  const roles = new Map<string, ProjectRole>();
  const member = (role: ProjectRole, values: Partial<Actor> = {}) => {
    const actor = person({ role: 'symbio', ...values });
    roles.set(actor.sub, role);
    return contextOf(actor);
  };
  const people = {
    owner: member('owner', { name: 'Olive Owner' }),
    administrator: member('owner', { name: 'Ada Administrator', role: 'administrator' }),
    editor: member('editor', { name: 'Edgar Editor' }),
    viewer: member('viewer'),
    customer: member('viewer', { role: 'customer' }),
  };
  const qualifications = new Map<string, Qualification>();
  const access = {
    require: ({ actor }: { actor: Actor }, id: string, needed: ProjectRole, what = 'Project') => {
      const role = id === projectId ? roles.get(actor.sub) : undefined;
      if (!role) return Promise.reject(notFound(what));
      return atLeast(role, needed) ? Promise.resolve(role) : Promise.reject(notAuthorized());
    },
  };
  const identity = {
    getMe: (_request: object, context: object) => {
      const { actor } = context as { actor: Actor };
      const { sub: id, name, role, authorId } = actor;
      const qualification = qualifications.get(id);
      const user = {
        id,
        name,
        role,
        authorId,
        qualification,
        email: '',
        permissions: {},
        disabled: false,
        organizationId: '',
      };
      return Promise.resolve({ user });
    },
  };
  /** Keys in the blob store. */
  const files = new Set<string>();
  const blobs = {
    list: async function* (prefix = '') {
      for (const key of [...files]) if (key.startsWith(`${prefix}/`)) yield Promise.resolve({ key, bytes: 2 });
    },
    remove: (key: string) => Promise.resolve(void files.delete(key)),
    removePrefix: (prefix: string) => {
      for (const key of files) if (key.startsWith(`${prefix}/`)) files.delete(key);
      return Promise.resolve();
    },
  };
  const state = { determinedBy: [people.editor.actor.authorId], isProjectRemoved: false };
  const evidences = {
    lock: async ({ id }: { id: string }) => {
      const key = `${folderOf({ projectId, id })}/evidence.json`;
      files.add(key);
      const sha256 = 'e'.repeat(64);
      return {
        ...{ sha256, file: { name: 'evidence.json', key, bytes: 2, sha256, contentType: 'application/json' } },
        ...{ photographs: [], determinedBy: state.determinedBy },
        professional: (await repository.report(projectId))?.professional,
      };
    },
  };
  const allVersions = createVersions({ repository, access, evidences, identity, clock, wake: () => undefined });
  const project = {
    getProject: () => Promise.resolve({ project: Project.fromPartial({ title: 'Riverside', number: 'P-2026-00001' }) }),
  };
  return {
    ...{ clock, projectId, ...people, qualifications, reportRows: reports, versionRows: versions },
    ...{ state, linkRows: links, versions: allVersions },
    sections: createSections({ repository, access, identity, clock }),
    templates: createTemplates({
      ...{ repository, writer: templates, access, clock },
      blobs: {
        put: (_key, body) => Promise.resolve({ bytes: (body as Buffer).length, sha256: 't'.repeat(64) }),
      },
    }),
    shareLinks: createShareLinks({
      ...{ versions: allVersions, repository, writer: links, project, clock },
      blobs: { signedUrl: (key) => Promise.resolve(`/files/${key}`) },
      asSelf: () => Promise.resolve({ token: '', requestId: '' }),
      removed: { has: () => Promise.resolve(state.isProjectRemoved) },
      log: { warn: () => undefined },
    }),
    files,
    retention: createRetention({
      repository,
      blobs,
      self: serviceActor('reports'),
      clock,
      log: { info: () => undefined },
    }),
    /** As the composer leaves it. */
    compose: (id: string) =>
      versions.change(id, people.editor.actor, () => ({
        set: { composition: 'done', manifestSha256: MANIFEST },
        events: [],
      })),
  };
}
