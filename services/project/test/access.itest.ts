import { newId } from '@symbio/runtime';
import { administrator, outcomeOf } from '@symbio/runtime/testing';
import { callAs, callAsService, forger, nobody } from '@symbio/rpc/testing';
import { GapValues, InterviewValues, LienSearchValues, ProjectServiceService } from '@symbio/proto/project';
import { admin, coOwner, editor, fields, staff, startService, stranger, viewer, visit } from './service-under-test.js';

const { close, projects, shared } = await startService();
afterAll(close);

const GAP = GapValues.fromPartial({ kind: 'interval', fromYear: 1924, toYear: 1938 });
const INTERVIEW = InterviewValues.fromPartial({
  ...{ role: 'owner', person: 'Ms. Hale', date: '2026-02-03', method: 'telephone' },
});

const LIEN_SEARCH = LienSearchValues.fromPartial({
  ...{ searchedBy: 'Title Ltd.', date: '2026-02-03', orderedBy: 'user', result: 'none' },
});

const newLink = () => ({
  ...{ name: 'Ben', email: `${newId()}@buyer.test` },
  lastDay: '2026-01-20',
});
const REPLY = { question: 'price', answer: 'yes', text: '' };

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

  const administratorsOnly: Outcomes = { ...onlyServicesForOthers, admin: 'OK', service: REFUSED };
  /** The project is not a sample. */
  const copiers: Outcomes = { ...makers, creator: 'FAILED_PRECONDITION', admin: 'FAILED_PRECONDITION' };
  const lookers: Outcomes = { ...readers, service: REFUSED, otherKey: REFUSED };
  /** No key and no process invites. */
  const inviters: Outcomes = { ...owners, service: REFUSED, otherKey: REFUSED };
  const askers: Outcomes = { ...editors, service: REFUSED, otherKey: REFUSED };
  /** The gateway only. */
  const noneOfThem: Outcomes = { ...onlyServicesForOthers, service: REFUSED };
  /** Any person with a mailed link. */
  const holders: Outcomes = {
    ...noneOfThem,
    ...{ stranger: MISSING, viewer: MISSING, editor: MISSING, owner: MISSING, creator: MISSING, admin: MISSING },
  };

  const SQUARE = [-73.98, 40.73, -73.97, 40.73, -73.97, 40.74, -73.98, 40.74, -73.98, 40.73];
  const SITE = { longitude: -73.98, latitude: 40.73, source: 'typed', label: '', byId: '', byName: '', at: undefined };

  interface Target {
    changeId: string;
    invitationId: string;
    projectId: string;
    visitId: string;
    gapId: string;
    interviewId: string;
    lienSearchId: string;
    linkId: string;
    deletedId: string;
  }
  const TABLE: [Method, (target: Target) => object, Outcomes][] = [
    ['listProjects', () => ({}), allCallers],
    ['listCompanies', () => ({}), allCallers],
    ['checkAddress', () => ({ zip: '10010' }), allCallers],
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
    ['setSample', ({ projectId }) => ({ id: projectId, sample: false }), administratorsOnly],
    ['copySample', ({ projectId }) => ({ sampleId: projectId }), copiers],
    ['getPropertyMap', ({ projectId }) => ({ projectId }), readers],
    ['saveBoundary', ({ projectId }) => ({ projectId, parts: [{ rings: [{ degrees: SQUARE }] }] }), editors],
    ['saveSite', ({ projectId }) => ({ projectId, site: SITE }), editors],
    [
      'saveSearchRadii',
      ({ projectId }) => ({ projectId, searchRadii: [{ name: 'Half a mile', miles: 0.5 }] }),
      editors,
    ],
    ['getAssessment', ({ projectId }) => ({ projectId }), readers],
    ['saveAssessment', ({ projectId }) => ({ projectId, dates: [] }), editors],
    ['listAssessments', () => ({}), allCallers],
    ['getCoverage', ({ projectId }) => ({ projectId }), readers],
    ['saveCoverage', ({ projectId }) => ({ projectId, overrides: [] }), editors],
    ['createGap', ({ projectId }) => ({ projectId, values: GAP }), editors],
    ['updateGap', ({ gapId }) => ({ id: gapId, values: GAP }), editors],
    ['listInterviews', ({ projectId }) => ({ projectId }), readers],
    ['createInterview', ({ projectId }) => ({ projectId, values: INTERVIEW }), editors],
    ['updateInterview', ({ interviewId }) => ({ id: interviewId, values: INTERVIEW }), editors],
    ['deleteInterview', ({ interviewId }) => ({ id: interviewId }), editors],
    ['listLienSearches', ({ projectId }) => ({ projectId }), readers],
    ['createLienSearch', ({ projectId }) => ({ projectId, values: LIEN_SEARCH }), editors],
    ['updateLienSearch', ({ lienSearchId }) => ({ id: lienSearchId, values: LIEN_SEARCH }), editors],
    ['deleteLienSearch', ({ lienSearchId }) => ({ id: lienSearchId }), editors],
    ['getQuestionnaire', ({ projectId }) => ({ projectId }), readers],
    ['sendQuestionnaire', ({ projectId }) => ({ projectId, ...newLink() }), askers],
    ['endQuestionnaireLink', ({ linkId }) => ({ id: linkId }), askers],
    [
      'recordUserAnswers',
      ({ projectId }) => ({
        projectId,
        values: { name: 'Ben', date: '2020-01-02', method: 'paper', answers: [REPLY] },
      }),
      askers,
    ],
    ['openQuestionnaire', () => ({ token: 'made up' }), noneOfThem],
    ['submitQuestionnaire', () => ({ token: 'made up', id: newId(), name: 'Ben', answers: [] }), noneOfThem],
    ['deleteGap', ({ gapId }) => ({ id: gapId }), editors],
    ['undoPropertyChange', ({ projectId, changeId }) => ({ projectId, historyId: changeId }), editors],
    ['listSiteVisits', ({ projectId }) => ({ projectId }), readers],
    ['createSiteVisit', ({ projectId }) => ({ projectId, fields: visit() }), editors],
    ['updateSiteVisit', ({ visitId }) => ({ id: visitId, fields: visit() }), editors],
    [
      'answerChecklist',
      ({ visitId }) => ({ id: visitId, entries: [{ item: 'wells', answer: 'no', note: '' }] }),
      editors,
    ],
    ['restoreSiteVisit', ({ visitId }) => ({ id: visitId }), editors],
    ['deleteSiteVisit', ({ visitId }) => ({ id: visitId }), editors],
    ['listMembers', ({ projectId }) => ({ projectId }), readers],
    ['setMember', ({ projectId }) => ({ projectId, userId: stranger.sub, role: 'viewer' }), owners],
    ['inviteMember', ({ projectId }) => ({ projectId, email: `${newId()}@example.test` }), inviters],
    ['listInvitations', ({ projectId }) => ({ projectId }), inviters],
    ['withdrawInvitation', ({ projectId, invitationId }) => ({ projectId, id: invitationId }), inviters],
    ['getInvitation', () => ({ token: 'made up' }), noneOfThem],
    ['registerInvited', () => ({ token: 'made up' }), noneOfThem],
    ['acceptInvitation', () => ({ token: 'made up' }), holders],
    ['removeMember', ({ projectId }) => ({ projectId, userId: viewer.sub }), owners],
    ['getLastLook', ({ projectId }) => ({ projectId }), lookers],
    ['markSeen', ({ projectId }) => ({ projectId }), lookers],
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

  /** A new administrator each time: a person may invite only so many people within an hour. */
  const admins = () => administrator();

  const target = async (): Promise<Target> => {
    const { id } = await shared({ title: 'Guarded' });
    const { siteVisit } = await projects.createSiteVisit({ projectId: id, fields: visit() }, await callAs(staff));
    const { outcome } = await projects.inviteMember(
      { projectId: id, email: `${newId()}@example.test` },
      await callAs(admins()),
    );
    const invitationId = outcome?.$case === 'invitation' ? outcome.value.id : '';
    const { propertyMap } = await projects.saveSite({ projectId: id, site: SITE }, await callAs(staff));
    const changeId = propertyMap?.history.at(-1)?.id ?? '';
    const gapId = (await projects.createGap({ projectId: id, values: GAP }, await callAs(staff))).gap?.id ?? '';
    const made = await projects.createInterview({ projectId: id, values: INTERVIEW }, await callAs(staff));
    const interviewId = made.interview?.id ?? '';
    const searched = await projects.createLienSearch({ projectId: id, values: LIEN_SEARCH }, await callAs(staff));
    const ids = { changeId, gapId, interviewId, lienSearchId: searched.lienSearch?.id ?? '' };
    const sent = await projects.sendQuestionnaire({ projectId: id, ...newLink() }, await callAs(admins()));
    const linkId = sent.link?.id ?? '';
    return { projectId: id, linkId, ...ids, visitId: siteVisit?.id ?? '', invitationId, deletedId: '' };
  };
  const deletedTarget = async (): Promise<Target> => {
    const { id: deletedId } = await shared({ title: 'Deleted' });
    await projects.deleteProject({ id: deletedId }, await callAs(staff));
    const ids = { changeId: '', gapId: '', interviewId: '', lienSearchId: '', linkId: '' };
    return { projectId: '', ...ids, visitId: '', invitationId: '', deletedId };
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
        if (outcome === 'OK' && /^(delete|end|erase|restoreProject|set|remove|undo|update|withdraw)/.test(method))
          at = await make();
      }
      expect(outcomes).toEqual(expected);
    },
  );

  it.each(TABLE)('%s requires a valid internal token (ERR-03)', async (method) => {
    expect(await outcomeOf(projects[method]({}, nobody()))).toBe('UNAUTHENTICATED');
    expect(await outcomeOf(projects[method]({}, await forger(admin)))).toBe('UNAUTHENTICATED');
  });
});
