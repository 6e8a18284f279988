/** Rules of the service without servers, for tests. */
import { MemoryRows } from '@symbio/mongo/testing';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { Qualification } from '@symbio/proto/identity';
import { Project } from '@symbio/proto/project';
import { contextOf } from '@symbio/rpc/testing';
import { atLeast } from '@symbio/project-access';
import { newId, notAuthorized, notFound, type Actor } from '@symbio/runtime';
import { TestClock, person } from '@symbio/runtime/testing';
import type { ReportRow, ShareLinkRow, TemplateRow, VersionRow } from './model.js';
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
      .filter((row) => row.projectId === id)
      .sort((one, other) => other.number - one.number);
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
  const file = { name: 'evidence.json', key: 'reports/evidence.json', bytes: 2, contentType: 'application/json' };
  const state = { determinedBy: [people.editor.actor.authorId], isProjectRemoved: false };
  const evidences = {
    lock: async () => ({
      ...{ sha256: 'e'.repeat(64), file: { ...file, sha256: 'e'.repeat(64) }, photographs: [] },
      ...{ determinedBy: state.determinedBy, professional: (await repository.report(projectId))?.professional },
    }),
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
    /** As the composer leaves it. */
    compose: (id: string) =>
      versions.change(id, people.editor.actor, () => ({
        set: { composition: 'done', manifestSha256: MANIFEST },
        events: [],
      })),
  };
}
