import { newId } from '@symbio/runtime';
import { administrator, outcomeOf } from '@symbio/runtime/testing';
import { callAs, callAsService, forger, nobody } from '@symbio/rpc/testing';
import { ProjectServiceService } from '@symbio/proto/project';
import { admin, coOwner, editor, fields, staff, startService, stranger, viewer, visit } from './service-under-test.js';

const { close, projects, shared } = await startService();
afterAll(close);

describe('access', () => {
  type Method = keyof typeof ProjectServiceService;
  type Outcomes = Record<
    'stranger' | 'viewer' | 'editor' | 'owner' | 'creator' | 'admin' | 'service' | 'otherKey',
    string
  >;
  const MISSING = 'NOT_FOUND';
  const REFUSED = 'PERMISSION_DENIED';

  const allCallers: Outcomes = {
    stranger: 'OK',
    viewer: 'OK',
    editor: 'OK',
    owner: 'OK',
    creator: 'OK',
    admin: 'OK',
    service: 'OK',
    otherKey: 'OK',
  };
  const readers: Outcomes = { ...allCallers, stranger: MISSING, otherKey: MISSING };
  const editors: Outcomes = { ...readers, viewer: REFUSED };
  const owners: Outcomes = { ...editors, editor: REFUSED };
  const makers: Outcomes = {
    ...allCallers,
    stranger: REFUSED,
    viewer: REFUSED,
    editor: REFUSED,
    owner: REFUSED,
    service: REFUSED,
    otherKey: REFUSED,
  };

  /** Only the webhook service may query other users' access. */
  const onlyServicesForOthers: Outcomes = {
    stranger: REFUSED,
    viewer: REFUSED,
    editor: REFUSED,
    owner: REFUSED,
    creator: REFUSED,
    admin: REFUSED,
    service: 'OK',
    otherKey: REFUSED,
  };

  interface Target {
    projectId: string;
    visitId: string;
    deletedId: string;
  }
  /** Each method, a valid request, and its permitted callers. */
  const TABLE: [Method, (target: Target) => object, Outcomes][] = [
    ['listProjects', () => ({}), allCallers],
    ['listCompanies', () => ({}), allCallers],
    ['checkAccess', ({ projectId }) => ({ projectIds: [projectId] }), allCallers],
    ['checkAccessOf', ({ projectId }) => ({ projectIds: [projectId], userId: viewer.sub }), onlyServicesForOthers],
    ['listVisibleProjects', () => ({}), allCallers],
    ['listColleagues', () => ({}), allCallers],
    ['createProject', () => ({ fields: fields() }), makers],
    ['getProject', ({ projectId }) => ({ id: projectId }), readers],
    ['updateProject', ({ projectId }) => ({ id: projectId, fields: { title: 'Renamed' } }), editors],
    ['deleteProject', ({ projectId }) => ({ id: projectId }), owners],
    ['listDeletedProjects', () => ({}), allCallers],
    ['restoreProject', ({ deletedId }) => ({ id: deletedId }), owners],
    ['eraseProject', ({ deletedId }) => ({ id: deletedId }), owners],
    ['listSiteVisits', ({ projectId }) => ({ projectId }), readers],
    ['createSiteVisit', ({ projectId }) => ({ projectId, fields: visit() }), editors],
    ['updateSiteVisit', ({ visitId }) => ({ id: visitId, fields: visit() }), editors],
    ['restoreSiteVisit', ({ visitId }) => ({ id: visitId }), editors],
    ['deleteSiteVisit', ({ visitId }) => ({ id: visitId }), editors],
    ['listMembers', ({ projectId }) => ({ projectId }), readers],
    ['setMember', ({ projectId }) => ({ projectId, userId: stranger.sub, role: 'viewer' }), owners],
    ['removeMember', ({ projectId }) => ({ projectId, userId: viewer.sub }), owners],
  ];

  const CALLERS: Record<keyof Outcomes, () => ReturnType<typeof callAs>> = {
    stranger: () => callAs(stranger),
    viewer: () => callAs(viewer),
    editor: () => callAs(editor),
    owner: () => callAs(coOwner),
    creator: () => callAs(staff),
    admin: () => callAs(admin),
    service: () => callAsService('document'),
    // acts for an administrator, but is limited to another project
    otherKey: () => callAs(administrator({ via: 'api_key', scopes: [newId()] })),
  };

  const target = async (): Promise<Target> => {
    const { id } = await shared({ title: 'Guarded' });
    const { siteVisit } = await projects.createSiteVisit({ projectId: id, fields: visit() }, await callAs(staff));
    return { projectId: id, visitId: siteVisit?.id ?? '', deletedId: '' };
  };
  const deletedTarget = async (): Promise<Target> => {
    const { id: deletedId } = await shared({ title: 'Deleted' });
    await projects.deleteProject({ id: deletedId }, await callAs(staff));
    return { projectId: '', visitId: '', deletedId };
  };

  it('has a row for every method', () => {
    expect(TABLE.map(([method]) => method).sort()).toEqual(Object.keys(ProjectServiceService).sort());
  });

  it.each(TABLE)(
    '%s answers each kind of caller correctly (AUTH-34 to AUTH-37, OP-07, OP-09)',
    async (method, request, expected) => {
      const outcomes: Partial<Outcomes> = {};
      const make = ['restoreProject', 'eraseProject'].includes(method) ? deletedTarget : target;
      let at = await make();
      for (const [name, parent] of Object.entries(CALLERS) as [keyof Outcomes, () => ReturnType<typeof callAs>][]) {
        const outcome = await outcomeOf(projects[method](request(at), await parent()));
        outcomes[name] = outcome;
        // recreate targets so that one caller's success does not affect the next
        if (outcome === 'OK' && /^(delete|erase|restoreProject|set|remove|update)/.test(method)) at = await make();
      }
      expect(outcomes).toEqual(expected);
    },
  );

  it.each(TABLE)('%s requires a valid internal token (ERR-03)', async (method) => {
    expect(await outcomeOf(projects[method]({}, nobody()))).toBe('UNAUTHENTICATED');
    expect(await outcomeOf(projects[method]({}, await forger(admin)))).toBe('UNAUTHENTICATED');
  });
});
