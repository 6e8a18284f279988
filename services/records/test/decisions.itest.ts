/** Decisions about records, on real MongoDB and NATS (design of records, section 5). */
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import type { RecordHit } from '@symbio/proto/records';
import { admin, agent, editor, frs, recordsSystem, viewer } from './system.js';

const CLOSED = 'Closed alone is no reason. Add the document, the distance or what remains in the ground.';
const ON = { id: 1, name: 'ON THE PROPERTY', interest: 'SUPERFUND NPL', latitude: '40.711' };
const NEAR = { id: 2, name: 'QUARTER MILE', interest: 'SQG', latitude: '40.7145' };
const ALSO = { id: 3, name: 'ALSO QUARTER MILE', interest: 'SQG', latitude: '40.7146' };
const FAR = { id: 4, name: 'HALF A MILE', interest: 'BROWNFIELDS PROPERTY', latitude: '40.7185' };

let system: Awaited<ReturnType<typeof recordsSystem>>;
beforeAll(async () => {
  system = await recordsSystem();
  await system.search(frs(ON, NEAR, ALSO, FAR));
});
afterAll(() => system.stop());

async function hit({ name }: { name: string }): Promise<RecordHit> {
  const found = (await system.hits()).find((each) => each.name === name);
  if (!found) throw new Error(`no hit ${name}`);
  return found;
}

const decide = async (of: { name: string }, given: object, actor = editor) => {
  const { id } = await hit(of);
  const request = { id, kind: 'not_relevant', reasonCodes: [], text: '', duplicateOfId: '', ...given };
  return (await system.client.decideHit(request, await system.as(actor))).hit;
};

const bulk = async (given: object, actor = editor) => {
  const { projectId } = system;
  const request = { id: newId(), projectId, hitIds: [], kind: 'not_relevant', reasonCodes: ['distance'], text: '' };
  const more = { includeClose: false, includeReleases: false, dryRun: false };
  return system.client.decideHits({ ...request, ...more, ...given }, await system.as(actor));
};
const filterOf = (lists: string[]) => ({
  filter: { lists, certainties: [], directions: [], statuses: [], violations: [] },
});

const undecided = async (list: string) => {
  const { searches } = await system.client.listSearches({ projectId: system.projectId }, await system.as(viewer));
  return searches[0]?.counts.find((count) => count.list === list)?.undecided;
};

describe('a disposition', () => {
  it('is refused for a closed status alone', async () => {
    await expect(decide(FAR, { reasonCodes: ['status'] })).rejects.toMatchObject({
      ...{ code: 'INVALID_ARGUMENT', fields: { reason: CLOSED } },
    });
  });

  it('of a release on the property needs the file or a written reason', async () => {
    await expect(decide(ON, { reasonCodes: ['size'] })).rejects.toMatchObject({
      fields: { reason: expect.stringContaining('Ask the agency for its file') as string },
    });
    expect(await decide(ON, { kind: 'file_review' })).toMatchObject({ disposition: { kind: 'file_review' } });
  });

  it('is kept with its author and reasons, counts as decided, and is published', async () => {
    expect(await undecided('BROWNFIELD')).toBe(1);
    const decided = await decide(FAR, { reasonCodes: ['status', 'document'], text: 'Letter of 2011' });
    expect(decided).toMatchObject({
      revision: 1,
      disposition: { kind: 'not_relevant', reasonCodes: ['status', 'document'], byName: 'Edgar Editor', changes: [] },
    });
    expect(await undecided('BROWNFIELD')).toBe(0);
    await eventually(() => expect(system.events.published.map(({ name }) => name)).toContain('record_hit.changed'));
  });

  it('of two editors is written once; the other is refused (409)', async () => {
    const { revision, id } = await hit(FAR);
    const results = await Promise.allSettled(
      ['relevant', 'file_review'].map((kind) => decide(FAR, { kind, expectedRevision: revision })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'ABORTED' } });
    const { history } = await system.client.getHit({ id }, await system.as(viewer));
    expect(history.map(({ disposition }) => disposition?.kind)).toHaveLength(2);
  });

  it('is written once, however often the call is repeated', async () => {
    const given = { kind: 'relevant', text: 'Same plume', expectedRevision: (await hit(NEAR)).revision };
    const first = await decide(NEAR, given);
    expect(await decide(NEAR, given)).toEqual(first);
  });

  it('is refused to viewers and to agents, and hidden from strangers', async () => {
    await expect(decide(FAR, { kind: 'relevant' }, viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(decide(FAR, { kind: 'relevant' }, agent)).rejects.toMatchObject({ reason: 'agents_propose' });
    await expect(decide(FAR, { kind: 'relevant' }, admin)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('adjoining and sites', () => {
  it('are decided by a person', async () => {
    const { id } = await hit(ALSO);
    const request = { id, isAdjoining: true, text: 'Shares the lot line' };
    const { hit: decided } = await system.client.decideAdjoining(request, await system.as(editor));
    expect(decided).toMatchObject({ suggestsAdjoining: false, adjoining: { isAdjoining: true } });
  });

  it('are joined and split with a reason', async () => {
    const hitIds = [(await hit(NEAR)).id, (await hit(ALSO)).id];
    const decideSite = async (isOne: boolean, text: string) =>
      system.client.decideSite({ projectId: system.projectId, hitIds, isOne, text }, await system.as(editor));
    await expect(decideSite(true, '')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const { hits } = await decideSite(true, 'One plant, by the aerial of 1951');
    expect(new Set(hits.map(({ site }) => site)).size).toBe(1);
    expect(hits[0]).toMatchObject({
      siteReasons: ['person'],
      siteDecision: { text: 'One plant, by the aerial of 1951' },
    });
    expect((await decideSite(false, 'Two plants')).hits.map(({ site }) => site)).toEqual([0, 0]);
  });
});

describe('a rule', () => {
  it('takes exactly the previewed records, leaves close ones alone, and is one event', async () => {
    const preview = await bulk({ ...filterOf(['RCRA-SQG', 'NPL']), dryRun: true });
    // NEAR is decided, ALSO is adjoining by a person, ON is on the property
    expect(preview.rule?.hitIds).toEqual([]);
    expect(preview.excluded.map(({ hitId }) => hitId)).toEqual([(await hit(ALSO)).id]);
    const { id } = await hit(ALSO);
    await system.client.decideAdjoining({ id, isAdjoining: false, text: '' }, await system.as(editor));
    const again = await bulk({ ...filterOf(['RCRA-SQG']), dryRun: true });
    expect(again.rule?.hitIds).toEqual([id]);
    const before = await hit(ALSO);
    const { rule } = await bulk({ ...filterOf(['RCRA-SQG']), hitIds: again.rule?.hitIds });
    expect(await hit(ALSO)).toMatchObject({ disposition: { kind: 'not_relevant', ruleId: rule?.id } });
    await expect(bulk({ ...filterOf(['RCRA-SQG']), hitIds: again.rule?.hitIds })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    await eventually(() => expect(system.events.published.map(({ name }) => name)).toContain('record_rule.created'));

    const { rule: undone } = await system.client.undoRule({ id: rule?.id ?? '' }, await system.as(editor));
    expect(undone).toMatchObject({ undoneByName: 'Edgar Editor' });
    const { revision: _, ...restored } = await hit(ALSO);
    const { revision: _before, ...was } = before;
    expect(restored).toEqual(was);
    const { rules } = await system.client.listRules({ projectId: system.projectId }, await system.as(viewer));
    expect(rules.map(({ id: ruleId }) => ruleId)).toEqual([rule?.id]);
  });

  it('restores the previous disposition when it is undone, and leaves later ones', async () => {
    await decide(ALSO, { kind: 'relevant', text: 'Before' });
    const hitIds = [(await hit(NEAR)).id, (await hit(ALSO)).id];
    const { rule } = await bulk({ hitIds });
    await decide(NEAR, { kind: 'file_review', text: 'Later' });
    await system.client.undoRule({ id: rule?.id ?? '' }, await system.as(editor));
    expect((await hit(ALSO)).disposition).toMatchObject({ kind: 'relevant', text: 'Before', ruleId: '' });
    expect((await hit(NEAR)).disposition).toMatchObject({ kind: 'file_review', text: 'Later' });
  });

  it('is refused to agents', async () => {
    await expect(bulk({ hitIds: [(await hit(ALSO)).id] }, agent)).rejects.toMatchObject({ reason: 'agents_propose' });
  });
});

describe('an agent’s proposal', () => {
  const propose = async (id: string, given = {}) => {
    const item = { id, hitId: (await hit(ALSO)).id, kind: 'not_relevant', reasonCodes: ['distance'], text: '' };
    const request = { projectId: system.projectId, items: [{ ...item, ...given }] };
    return (await system.client.proposeDispositions(request, await system.as(agent))).proposals;
  };
  const accept = async (id: string, actor = editor, isAccepted = true) =>
    system.client.decideProposal({ id, accept: isAccepted }, await system.as(actor));

  it('changes nothing until a person accepts it', async () => {
    const before = await hit(ALSO);
    const id = newId();
    const [proposal] = await propose(id);
    expect(proposal).toMatchObject({ id, state: 'proposed', byName: 'Robot' });
    expect(await propose(id)).toEqual([proposal]);
    expect(await hit(ALSO)).toEqual(before);
    await expect(accept(id, agent)).rejects.toMatchObject({ reason: 'agents_propose' });
    expect((await accept(id)).proposal).toMatchObject({ state: 'accepted', decidedByName: 'Edgar Editor' });
    expect((await hit(ALSO)).disposition).toMatchObject({
      kind: 'not_relevant',
      proposalId: id,
      byName: 'Edgar Editor',
    });
    await expect(accept(id, editor, false)).rejects.toMatchObject({ reason: 'proposal_decided' });
  });

  it('is refused without sufficient reasons', async () => {
    await expect(propose(newId(), { reasonCodes: ['status'] })).rejects.toMatchObject({ fields: { reason: CLOSED } });
  });

  it('is listed by its state', async () => {
    const id = newId();
    await propose(id);
    await accept(id, editor, false);
    const request = { projectId: system.projectId, state: 'rejected' };
    const { proposals } = await system.client.listProposals(request, await system.as(viewer));
    expect(proposals.map((proposal) => proposal.id)).toEqual([id]);
  });
});

describe('a relevant record', () => {
  const link = async (hitId: string, given: object, actor = editor) => {
    const request = { hitId, featureId: '', newFeatureId: '', name: '', landUse: [], narrative: '', ...given };
    return (await system.client.linkFeature(request, await system.as(actor))).hit;
  };

  it('becomes a feature with a mention whose source is the record', async () => {
    const { id } = await hit(FAR);
    const newFeatureId = newId();
    await decide(FAR, { kind: 'not_relevant', reasonCodes: ['distance'] });
    await expect(link(id, { newFeatureId })).rejects.toMatchObject({ reason: 'not_relevant' });
    await decide(FAR, { kind: 'relevant', text: 'Plume' });
    await expect(link(id, {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(link(id, { newFeatureId }, agent)).rejects.toMatchObject({ reason: 'agents_propose' });
    const linked = await link(id, { newFeatureId });
    expect(linked).toMatchObject({ featureId: newFeatureId, mentionId: expect.any(String) as string });
    expect(system.features.get(newFeatureId)).toMatchObject({
      ...{ name: 'HALF A MILE', coordinate: { longitude: -73.958, latitude: 40.7185 } },
      relation: { relation: 'near', direction: 'N' },
    });
    expect(system.mentions).toMatchObject([
      {
        ...{ id: linked?.mentionId, featureOfInterestId: newFeatureId },
        narrative: 'BROWNFIELD 4; HALF A MILE; 4 Kent Ave, BROOKLYN, NY; EPA FRS of 2026-11-01.',
        sourceRecord: { hitId: id, list: 'BROWNFIELD', recordId: '4', dataSetName: 'EPA FRS' },
      },
    ]);
    expect(await link(id, { newFeatureId })).toEqual(linked);
  });

  it('is offered features near it, and those of records with its site', async () => {
    const hitId = (await hit(NEAR)).id;
    const hitIds = [hitId, (await hit(FAR)).id];
    const join = { projectId: system.projectId, hitIds, isOne: true, text: 'One plume' };
    await system.client.decideSite(join, await system.as(editor));
    const { features } = await system.client.listNearbyFeatures({ hitId }, await system.as(viewer));
    expect(features).toMatchObject([{ name: 'HALF A MILE', reasons: ['near', 'site'] }]);
  });
});

describe('a new search', () => {
  it('keeps dispositions, asks again about changed records, and lists decided ones that are gone', async () => {
    await decide(ON, { kind: 'relevant', text: 'Release on the property' });
    await decide(FAR, { kind: 'relevant', text: 'Plume' });
    await decide(NEAR, { kind: 'relevant', text: 'Plume' });
    await system.search(frs(ON, { ...NEAR, name: 'RENAMED' }, ALSO));
    expect(await hit(ON)).toMatchObject({ disposition: { kind: 'relevant', changes: [] } });
    expect(await system.hits({ disposition: 'reopened' })).toMatchObject([
      { name: 'RENAMED', disposition: { changes: [{ field: 'name', before: 'QUARTER MILE', now: 'RENAMED' }] } },
    ]);
    expect((await hit(FAR)).certainty).toBe('gone');
    expect((await system.hits({ disposition: 'undecided' })).map(({ name }) => name)).toEqual(['RENAMED']);
  });
});

describe('violations of a record', () => {
  const header =
    'REGISTRY_ID,FAC_NAME,FAC_STREET,FAC_CITY,FAC_STATE,FAC_ZIP,FAC_LAT,FAC_LONG,RCRA_FLAG,RCRA_PERMIT_TYPES,RCRA_COMPLIANCE_STATUS';
  const row = (id: number, name: string, status: string): string =>
    `${id},${name},${id} Kent Ave,BROOKLYN,NY,11211,40.7135,-73.958,Y,SQG,${status}`;
  const rule = { filter: { ...filterOf(['RCRA-SQG']).filter, violations: ['none'] } };

  it('are known where a list says so, and a rule leaves the others alone', async () => {
    const rows = [row(11, 'CLEAN', 'No Violation Identified'), row(12, 'BAD', 'Violation Identified')];
    await system.search([header, ...rows, row(13, 'SILENT', '')].join('\n'));
    expect((await hit({ name: 'CLEAN' })).violations).toBe('none');
    expect((await hit({ name: 'BAD' })).violations).toBe('found');
    expect((await hit({ name: 'SILENT' })).violations).toBe('');
    const { rule: made } = await bulk({ ...rule, includeClose: true });
    expect(made?.hitIds).toEqual([(await hit({ name: 'CLEAN' })).id]);
    expect(made?.filter).toMatchObject({ violations: ['none'] });
  });

  it('reopen the disposition when one is found later', async () => {
    await system.search([header, row(11, 'CLEAN', 'Violation Identified')].join('\n'));
    expect((await hit({ name: 'CLEAN' })).disposition?.changes).toEqual([
      { field: 'status', before: 'No Violation Identified', now: 'Violation Identified' },
      { field: 'violations', before: 'none', now: 'found' },
    ]);
  });
});
