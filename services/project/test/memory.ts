/** In-memory dependencies of the rules. */
import { createLogger, serviceActor } from '@symbio/runtime';
import type { Mail } from '@symbio/mail';
import { MemoryRows } from '@symbio/mongo/testing';
import { TestClock, administrator, person } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { createAccess } from '../src/access.js';
import { createAssessments } from '../src/assessment/assessments.js';
import { createCoverage } from '../src/assessment/coverage.js';
import { createInterviews } from '../src/interviews/interviews.js';
import { createLienSearches } from '../src/lien-searches/lien-searches.js';
import { createQuestionnaires } from '../src/questionnaires/questionnaires.js';
import { createInvitations } from '../src/invitations.js';
import { createProjectMails } from '../src/project-mails.js';
import { createDeletions } from '../src/deletions.js';
import { createMembers } from '../src/members.js';
import type { InvitationRow, MemberRow, ProjectMailRow, ProjectRow, SiteVisitRow } from '../src/model.js';
import type { Organizations, People } from '../src/people.js';
import { createProjects } from '../src/projects.js';
import { createPropertyMaps } from '../src/property-map/property-maps.js';
import type { RemovedProjects } from '../src/removed-repository.js';
import type {
  MemberRepository,
  ProjectRepository,
  SiteVisitRepository,
  StoredProject,
  Visibility,
} from '../src/repository.js';
import { createSiteVisits } from '../src/site-visits.js';
import { fakeIdentity, memoryInvitations, memoryMails } from './memory-invitations.js';

const isVisible = (
  { everything, inOrganization, userId, memberOf, samples, only }: Visibility,
  { _id, createdBy, isSample, organizationId }: StoredProject,
): boolean => {
  const isOwn =
    inOrganization.organizationId === undefined || inOrganization.organizationId === (organizationId ?? null);
  const isGranted = everything || createdBy === userId || memberOf.includes(_id);
  const isSampleFor = samples && isSample === true && (isOwn || organizationId === undefined);
  return ((isOwn && isGranted) || isSampleFor) && (only.length === 0 || only.includes(_id));
};

/** List filters are left to the database. */
function memoryProjects(rows: MemoryRows<ProjectRow>): ProjectRepository {
  const lastNumbers = new Map<string, number>();
  const there = () => rows.all().filter(({ removal }) => !removal);
  const visible = (visibility: Visibility) => there().filter((row) => isVisible(visibility, row));
  return {
    find: (id) => Promise.resolve(there().find(({ _id }) => _id === id)),
    findStored: (id) => Promise.resolve(rows.find(id)),
    propertyMap: (id) => Promise.resolve(rows.find(id)?.propertyMap),
    owners: (ids) => Promise.resolve(there().filter(({ _id }) => ids.includes(_id))),
    removedIds: () => Promise.resolve(rows.all().flatMap(({ _id, removal }) => (removal ? [_id] : []))),
    visible: (visibility) => Promise.resolve(visible(visibility)),
    assessments: (visibility) => Promise.resolve(visible(visibility).filter(({ status }) => status !== 'completed')),
    coverage: (id) => Promise.resolve(rows.find(id)?.coverage),
    recorded: (id) => Promise.resolve(rows.find(id)),
    idWithRecorded: (field, id) =>
      Promise.resolve(rows.all().find(({ [field]: recorded }) => recorded?.rows.some((row) => row.id === id))?._id),
    questionnaire: (id) => Promise.resolve(rows.find(id)?.questionnaire),
    idWithLink: (linkId) =>
      Promise.resolve(
        rows.all().find(({ questionnaire }) => questionnaire?.links.some(({ id }) => id === linkId))?._id,
      ),
    idWithLinkToken: (hash) =>
      Promise.resolve(
        rows.all().find(({ questionnaire }) => questionnaire?.links.some(({ tokenHash }) => tokenHash === hash))?._id,
      ),
    idWithGap: (gapId) =>
      Promise.resolve(rows.all().find(({ coverage }) => coverage?.gaps.some(({ id }) => id === gapId))?._id),
    list(visibility, _filter, { skip, perPage }) {
      const all = visible(visibility).sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
      return Promise.resolve({ rows: all.slice(skip, skip + perPage), count: all.length });
    },
    companies: (visibility) =>
      Promise.resolve([...new Set(visible(visibility).map(({ clientCompany }) => clientCompany))]),
    nextNumber(_year, organizationId = '') {
      const number = (lastNumbers.get(organizationId) ?? 0) + 1;
      lastNumbers.set(organizationId, number);
      return Promise.resolve(number);
    },
    insert: (id, values, actor, events) =>
      rows.all().some(({ number, numberedFor }) => number === values.number && numberedFor === values.numberedFor)
        ? Promise.resolve(undefined)
        : rows.insert(id, { ...values, searchText: '' }, actor, events),
    async change(id, actor, decide, events) {
      if (rows.find(id)?.removal) return undefined;
      return rows.change(id, actor, (row, after) => {
        const set = decide(row);
        return set && { set, events: events(after(set)) };
      });
    },
  };
}

function memoryRemoved(rows: MemoryRows<ProjectRow>): RemovedProjects {
  const restorable = (now: Date) => rows.all().filter(({ purgeAt }) => purgeAt && purgeAt > now);
  const erased = new Set<string>();
  return {
    find: (id, now) => Promise.resolve(restorable(now).find(({ _id }) => _id === id)),
    list(visibility, now, { skip, perPage }) {
      const all = restorable(now)
        .filter((row) => isVisible(visibility, row))
        .sort((one, other) => Number(other.purgeAt) - Number(one.purgeAt));
      return Promise.resolve({ rows: all.slice(skip, skip + perPage), count: all.length });
    },
    expired: (now) =>
      Promise.resolve(rows.all().flatMap(({ _id, purgeAt }) => (purgeAt && purgeAt <= now ? [_id] : []))),
    async restore(id, now, actor, events) {
      if (!restorable(now).some(({ _id }) => _id === id)) return undefined;
      const set = { removal: undefined, purgeAt: undefined };
      return rows.change(id, actor, (_row, after) => ({ set, events: events(after(set)) }));
    },
    async erase(id, actor, events, expiredBy) {
      const { purgeAt } = rows.find(id) ?? {};
      if (!purgeAt || (expiredBy && purgeAt > expiredBy)) return undefined;
      erased.add(id);
      return rows.change(id, actor, (row) => ({ remove: true, events: events(row) }));
    },
    isErased: (id) => Promise.resolve(erased.has(id)),
  };
}

function memoryMembers(rows: MemoryRows<MemberRow>): MemberRepository {
  const of = (projectId: string, userId: string) =>
    rows.all().find((row) => row.projectId === projectId && row.userId === userId);
  return {
    find: (projectId, userId) => Promise.resolve(of(projectId, userId)),
    roles: (userId, projectIds) =>
      Promise.resolve(
        new Map(
          rows
            .all()
            .filter((row) => row.userId === userId && (projectIds?.includes(row.projectId) ?? true))
            .map(({ projectId, role }) => [projectId, role]),
        ),
      ),
    usersOf: (projectIds) =>
      Promise.resolve([
        ...new Set(rows.all().flatMap((row) => (projectIds.includes(row.projectId) ? [row.userId] : []))),
      ]),
    list: (projectId) => Promise.resolve(rows.all().filter((row) => row.projectId === projectId)),
    insert: (values, actor, events) =>
      of(values.projectId, values.userId)
        ? Promise.resolve(undefined)
        : rows.insert(`${values.projectId}/${values.userId}`, values, actor, events),
    change: (id, values, actor, events) =>
      rows.change(id, actor, (row, after) =>
        row.role === values.role && row.name === values.name
          ? undefined
          : { set: values, events: events(after(values)) },
      ),
    remove: (id, actor, events) => rows.change(id, actor, (row) => ({ remove: true, events: events(row) })),
    removeAllOf: (projectId) => Promise.resolve(rows.drop((row) => row.projectId === projectId)),
  };
}

const memoryVisits = (rows: MemoryRows<SiteVisitRow>): SiteVisitRepository => ({
  inspections(projectIds) {
    const days = new Map<string, string[]>();
    for (const row of rows.all())
      if (projectIds.includes(row.projectId) && !row.purgeAt && row.accessGranted && row.findings.trim() !== '')
        days.set(row.projectId, [...(days.get(row.projectId) ?? []), row.visitDate].sort());
    return Promise.resolve(days);
  },
  find: (id) => Promise.resolve(rows.all().find((row) => row._id === id && !row.purgeAt)),
  findRemoved: (id, now) =>
    Promise.resolve(rows.all().find((row) => row._id === id && row.purgeAt !== undefined && row.purgeAt > now)),
  expired: (now) => Promise.resolve(rows.all().filter(({ purgeAt }) => purgeAt && purgeAt <= now)),
  list: (projectId) =>
    Promise.resolve(
      rows
        .all()
        .filter((row) => row.projectId === projectId && !row.purgeAt)
        .sort((one, other) => other.sortKey.localeCompare(one.sortKey)),
    ),
  insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
  change: (id, actor, decide, events) =>
    rows.change(id, actor, (row, after) => {
      const set = decide(row);
      return set && { set, events: events(after(set)) };
    }),
  remove: (id, actor, events) => rows.change(id, actor, (row) => ({ remove: true, events: events(row) })),
  removeAllOf: (projectId) => Promise.resolve(rows.drop((row) => row.projectId === projectId)),
});

/** The service's rules without servers. */
export function projectRules() {
  const clock = new TestClock();
  const staff = person({ role: 'symbio', name: 'Sam Staff', permissions: ['canCreateProject'] });
  const [viewer, editor] = [person({ name: 'Vera Viewer' }), person({ name: 'Edgar Editor' })];
  const admin = administrator({ name: 'Ada Admin' });
  const names: Record<string, string> = Object.fromEntries(
    [staff, viewer, editor, admin].map(({ sub, name }) => [sub, name]),
  );
  const organizations: { id: string; name: string }[] = [];
  const people: People & Organizations = {
    getUserNames: () => Promise.resolve({ names }),
    listOrganizations: () => Promise.resolve({ organizations }),
  };
  const projectRows = new MemoryRows<ProjectRow>(clock);
  const memberRows = new MemoryRows<MemberRow>(clock);
  const visitRows = new MemoryRows<SiteVisitRow>(clock);
  const [projects, members] = [memoryProjects(projectRows), memoryMembers(memberRows)];
  const removed = memoryRemoved(projectRows);
  const access = createAccess({ projects, members });
  const identity = fakeIdentity(names, admin.sub);
  const asSelf = () => Promise.resolve(contextOf(serviceActor('project')));
  const invitationRows: InvitationRow[] = [];
  const mailRows: ProjectMailRow[] = [];
  const sent: { to: string; mail: Mail }[] = [];
  const mails = createProjectMails({
    mails: memoryMails(mailRows),
    invitations: memoryInvitations(invitationRows),
    ...{ projects, members, identity, asSelf, clock },
    mailer: { send: (to, mail) => Promise.resolve(void sent.push({ to: to.email, mail })) },
    publicUrl: 'https://symbio.example',
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  const memberRules = createMembers({
    ...{ repository: members, access, people, mails },
    propagation: { after: (write) => write() },
  });
  return {
    clock,
    names,
    staff: contextOf(staff),
    viewer: contextOf(viewer),
    editor: contextOf(editor),
    admin: contextOf(admin),
    stranger: contextOf(person({ name: 'Stig Stranger' })),
    projectRows,
    memberRows,
    visitRows,
    access,
    projects: createProjects({ repository: projects, removed, access, people, clock }),
    deletions: createDeletions({ projects, removed, access, clock }),
    members: memberRules,
    invitations: createInvitations({
      ...{ invitations: memoryInvitations(invitationRows), mails, projects, members: memberRules, access },
      ...{ identity, asSelf, clock },
    }),
    invitationRows,
    mails,
    mailRows,
    sent,
    identity,
    organizations,
    assessments: createAssessments({ repository: projects, visits: memoryVisits(visitRows), access, clock }),
    interviews: createInterviews({ repository: projects, access, clock }),
    lienSearches: createLienSearches({ repository: projects, access, clock }),
    questionnaires: createQuestionnaires({ repository: projects, access, mails, clock }),
    coverage: createCoverage({ repository: projects, access, clock }),
    propertyMaps: createPropertyMaps({ repository: projects, access, clock }),
    visits: createSiteVisits({ repository: memoryVisits(visitRows), access, people, clock }),
  };
}

export type ProjectRules = ReturnType<typeof projectRules>;
