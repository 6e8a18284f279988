import { newId, serviceActor, type Actor } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { MentionEvent, mentionEvents, type Mention } from '@symbio/proto/feature';
import {
  clock,
  events,
  project,
  otherProject,
  AGENT,
  editor,
  viewer,
  stranger,
  admin,
  apiKey,
  peers,
  api,
  feature,
  annotation,
  mention,
  current,
  records,
} from './service-under-test.js';

describe('Making a mention', () => {
  it('by a person is confirmed with confidence 10 unless chosen otherwise (OP-27)', async () => {
    const { id: featureOfInterestId } = await feature();
    const source = annotation();
    const made = await mention({ featureOfInterestId, sourceAnnotationId: source.id });
    expect(made).toMatchObject({
      projectId: project,
      featureOfInterestId,
      sourceAnnotationId: source.id,
      authorId: editor.authorId,
      narrative: 'Two tanks south of the garage',
      currentNarrative: 'Two tanks south of the garage',
      currentConfidence: 10,
      currentUseType: 'confirmed',
      currentAuthorId: editor.authorId,
      historyCount: 1,
      currentHistory: undefined,
    });
    const [record] = await records({ annotationId: source.id });
    expect(record).toEqual({
      id: made.currentHistoryId,
      mentionId: made.id,
      projectId: project,
      featureOfInterestId,
      sourceAnnotationId: source.id,
      authorId: editor.authorId,
      narrative: 'Two tanks south of the garage',
      confidence: 10,
      useType: 'confirmed',
      status: 'active',
      createdAt: clock.now(),
      runId: '',
      via: '',
    });
    const chosen = await mention({ featureOfInterestId, confidence: 0, useType: 'historical' });
    expect(chosen).toMatchObject({ currentConfidence: 0, currentUseType: 'historical' });
  });

  it('by an agent says how sure it is, and is a suspicion unless it says more', async () => {
    const { id: featureOfInterestId } = await feature();
    await expect(mention({ featureOfInterestId }, apiKey)).rejects.toMatchObject({
      fields: { confidence: 'Confidence is required of an agent' },
    });
    const made = await mention({ featureOfInterestId, confidence: 6.5 }, apiKey);
    expect(made).toMatchObject({ currentConfidence: 6.5, currentUseType: 'suspected', currentAuthorId: AGENT });
  });

  it('names every bad field at once (API-18, API-19)', async () => {
    const request = { id: 'm1', narrative: 'x'.repeat(5_001), confidence: 10.5, useType: 'maybe' };
    await expect(api.createMention(request, await callAs(apiKey))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        id: 'id must be a UUID',
        feature_of_interest_id: 'feature_of_interest_id is required',
        source_annotation_id: 'source_annotation_id is required',
        narrative: 'The narrative must have at most 5000 characters',
        confidence: 'Confidence must be between 0 and 10',
        use_type: 'use_type must be one of current, historical, suspected, confirmed',
      },
    });
  });

  it('may leave the feature open for people and processes of ours, not for API keys (OP-47)', async () => {
    const open = await mention();
    const found = await mention({ authorId: AGENT, confidence: 5 }, serviceActor('job'));
    expect([open, found].map(({ featureOfInterestId }) => featureOfInterestId)).toEqual(['', '']);
    await expect(mention({ confidence: 5 }, apiKey)).rejects.toMatchObject({
      fields: { feature_of_interest_id: 'feature_of_interest_id is required' },
    });
    const { mentions } = await api.listUnassociatedMentions({ projectId: project }, await callAs(viewer));
    expect(mentions.map(({ id }) => id)).toEqual(expect.arrayContaining([open.id, found.id]));
  });

  it('needs an annotation that exists and a feature of the same project', async () => {
    await expect(mention({ sourceAnnotationId: newId() })).rejects.toMatchObject({ message: 'Annotation not found' });
    await expect(mention({ featureOfInterestId: newId() })).rejects.toMatchObject({ message: 'Feature not found' });
    const elsewhere = await feature({ projectId: otherProject }, admin);
    const request = { featureOfInterestId: elsewhere.id };
    await expect(mention(request, admin)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Feature not found' });
    const misplaced = { sourceAnnotationId: annotation().id, projectId: otherProject };
    await expect(mention(misplaced)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { project_id: 'Project not found' },
    });
    await expect(mention(misplaced, admin)).rejects.toMatchObject({
      fields: { project_id: 'The annotation belongs to another project' },
    });
  });

  it("of an AI agent's annotation is for agents and those who manage them (FEAT-14, FEAT-15)", async () => {
    const ofAgent = (): string => annotation({ authorType: 'ai_agent', authorId: AGENT }).id;
    expect(await outcomeOf(mention({ sourceAnnotationId: ofAgent() }))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(mention({ sourceAnnotationId: ofAgent() }, admin))).toBe('OK');
  });

  it('answers the one there is when it is asked for twice', async () => {
    const id = newId();
    const source = annotation().id;
    const first = await mention({ id, sourceAnnotationId: source });
    expect(await mention({ id, sourceAnnotationId: source })).toEqual(first);
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created']));
    await expect(mention({ id })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'id_taken' });
    const other = mention({ id, sourceAnnotationId: source, narrative: 'Again' });
    await expect(other).rejects.toMatchObject({ reason: 'id_taken' });
    const [event] = events.of(id);
    expect(MentionEvent.fromJSON(event?.data)).toEqual({ mention: first });
    expect(event?.subject).toBe(mentionEvents.created.subject(project));
  });
});

describe('Changing a mention', () => {
  it('adds a record, and the one before becomes superseded (OP-29, DATA-18)', async () => {
    const made = await mention({}, editor);
    clock.advance(1000);
    const request = { id: made.id, narrative: 'Three tanks', confidence: 8, useType: 'historical' };
    const { mention: changed } = await api.updateMention(request, await callAs(admin));
    expect(changed).toMatchObject({
      narrative: 'Three tanks',
      currentNarrative: 'Three tanks',
      currentConfidence: 8,
      currentUseType: 'historical',
      authorId: editor.authorId,
      currentAuthorId: admin.authorId,
      historyCount: 2,
      updatedAt: clock.now(),
    });
    const [newest, before] = await records({ annotationId: made.sourceAnnotationId });
    expect(newest).toMatchObject({ id: changed!.currentHistoryId, status: 'active', confidence: 8 });
    expect(before).toMatchObject({ id: made.currentHistoryId, status: 'superseded', confidence: 10 });
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created', 'changed']));
  });

  it('does nothing the second time, and nothing when nothing is asked', async () => {
    const made = await mention();
    const call = await callAs(editor);
    const first = await api.updateMention({ id: made.id, confidence: 3 }, call);
    clock.advance(1000);
    expect(await api.updateMention({ id: made.id, confidence: 3 }, call)).toEqual(first);
    expect(await api.updateMention({ id: made.id }, call)).toEqual(first);
    expect(first.mention?.historyCount).toBe(2);
  });

  it('of an agent may be changed by its API key, one of a person not (API-12)', async () => {
    const place = await feature();
    const made = await mention({ featureOfInterestId: place.id, confidence: 6 }, apiKey);
    const request = { id: made.id, narrative: 'Reviewed', currentAuthorId: AGENT };
    const { mention: changed } = await api.updateMention(request, await callAs(apiKey));
    expect(changed).toMatchObject({ currentAuthorId: AGENT, narrative: 'Reviewed' });
    const persons = api.updateMention({ ...request, id: (await mention()).id }, await callAs(apiKey));
    expect(await outcomeOf(persons)).toBe('PERMISSION_DENIED');
    const asEditor = api.updateMention({ id: made.id, currentAuthorId: AGENT }, await callAs(editor));
    expect(await outcomeOf(asEditor)).toBe('PERMISSION_DENIED');
  });

  it('moves it to another feature, and each record stays with the feature it was written for', async () => {
    const [first, second] = [await feature(), await feature()];
    const made = await mention({ featureOfInterestId: first.id });
    clock.advance(1000);
    const call = await callAs(editor);
    const { mention: moved } = await api.updateMention({ id: made.id, featureOfInterestId: second.id }, call);
    expect(moved).toMatchObject({ featureOfInterestId: second.id, historyCount: 2, narrative: made.narrative });
    const shown = async (featureId: string) =>
      (await records({ featureId })).map(({ id, status, featureOfInterestId }) => [id, status, featureOfInterestId]);
    expect(await shown(first.id)).toEqual([[made.currentHistoryId, 'superseded', first.id]]);
    expect(await shown(second.id)).toEqual([[moved!.currentHistoryId, 'active', second.id]]);
    const mentionsOf = async (featureId: string) =>
      (await api.listMentions({ featureId }, await callAs(viewer))).mentions.map(({ id }) => id);
    expect(await mentionsOf(first.id)).toEqual([]);
    expect(await mentionsOf(second.id)).toEqual([made.id]);

    const elsewhere = await feature({ projectId: otherProject }, admin);
    const away = api.updateMention({ id: made.id, featureOfInterestId: elsewhere.id }, await callAs(admin));
    expect(await outcomeOf(away)).toBe('NOT_FOUND');
    const loosened = await api.updateMention({ id: made.id, featureOfInterestId: '' }, call);
    expect(loosened.mention).toMatchObject({ featureOfInterestId: '', historyCount: 3 });
  });

  it('loses no record when many change it at once', async () => {
    const made = await mention();
    const call = await callAs(editor);
    await Promise.all([1, 2, 3, 4].map((confidence) => api.updateMention({ id: made.id, confidence }, call)));
    const all = await records({ annotationId: made.sourceAnnotationId });
    expect(all.map(({ confidence }) => confidence).sort()).toEqual([1, 10, 2, 3, 4]);
    expect(all.filter(({ status }) => status === 'active')).toHaveLength(1);
    expect(await current(made.id)).toMatchObject({ historyCount: 5 });
  });
});

describe('Ending a record (FEAT-25, API-13)', () => {
  it('of the only active record leaves none current until the next write', async () => {
    const made = await mention();
    const call = await callAs(editor);
    await api.supersedeHistory({ historyId: made.currentHistoryId }, call);
    await expect(api.supersedeHistory({ historyId: made.currentHistoryId }, call)).rejects.toMatchObject({
      reason: 'record_ended',
    });
    expect(await current(made.id)).toMatchObject({
      narrative: made.narrative,
      currentHistoryId: '',
      currentNarrative: '',
      currentConfidence: undefined,
      currentUseType: '',
      currentAuthorId: '',
      currentHistory: undefined,
      historyCount: 1,
    });
    const unassociated = async () =>
      (await api.listUnassociatedMentions({ projectId: project }, call)).mentions.map(({ id }) => id);
    expect(await unassociated()).not.toContain(made.id);
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created', 'changed']));

    const again = await api.updateMention({ id: made.id, narrative: made.narrative }, call);
    expect(again.mention).toMatchObject({ currentConfidence: 10, currentUseType: 'confirmed', historyCount: 2 });
    expect(await unassociated()).toContain(made.id);
  });

  it('that does not hold any more changes nothing', async () => {
    const made = await mention();
    const call = await callAs(editor);
    const { mention: changed } = await api.updateMention({ id: made.id, confidence: 2 }, call);
    await expect(api.supersedeHistory({ historyId: made.currentHistoryId }, call)).rejects.toMatchObject({
      reason: 'record_ended',
    });
    await api.supersedeHistory({ historyId: made.currentHistoryId, reject: true }, call);
    expect(await current(made.id)).toMatchObject({ currentHistoryId: changed!.currentHistoryId, historyCount: 2 });
  });

  it('by rejecting it says who held it for wrong (OP-29)', async () => {
    const { id: featureOfInterestId } = await feature();
    const made = await mention({ featureOfInterestId, confidence: 6 }, apiKey);
    clock.advance(1000);
    await api.supersedeHistory({ historyId: made.currentHistoryId, reject: true }, await callAs(editor));
    const [newest, before] = await records({ featureId: featureOfInterestId });
    expect(newest).toMatchObject({ status: 'rejected', authorId: editor.authorId, narrative: made.narrative });
    expect(newest?.createdAt).toEqual(clock.now());
    expect(before).toMatchObject({ id: made.currentHistoryId, status: 'superseded', authorId: AGENT });
    expect(await current(made.id)).toMatchObject({ currentHistoryId: '', historyCount: 2 });
  });

  it('by rejecting it says why, in at most 500 characters (OP-29)', async () => {
    const { id: featureOfInterestId } = await feature();
    const made = await mention({ featureOfInterestId });
    const call = await callAs(editor);
    const asked = { historyId: made.currentHistoryId, reject: true };
    await expect(api.supersedeHistory({ ...asked, reason: 'x'.repeat(501) }, call)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { reason: 'The reason must have at most 500 characters' },
    });
    clock.advance(1000);
    await api.supersedeHistory({ ...asked, reason: ' It is a cistern. ' }, call);
    const all = await records({ featureId: featureOfInterestId });
    expect(all.map(({ status, narrative }) => [status, narrative])).toEqual([
      ['rejected', 'It is a cistern.'],
      ['superseded', made.narrative],
    ]);
  });

  it('needs the record to exist', async () => {
    const call = await callAs(editor);
    expect(await outcomeOf(api.supersedeHistory({ historyId: newId() }, call))).toBe('NOT_FOUND');
    expect(await outcomeOf(api.supersedeHistory({ historyId: '' }, call))).toBe('NOT_FOUND');
  });
});

describe('Mentions and their history in lists', () => {
  it('come newest first, by project, feature, annotation and author, with the current record when asked (API-12)', async () => {
    const list = newId();
    const author = newId();
    const writer = person({ authorId: author });
    const reader = person();
    for (const each of [editor, reader, writer]) peers.roles.set(`${each.sub}/${list}`, 'editor');
    const place = await feature({ projectId: list });
    const source = annotation({ projectId: list });
    const made: Mention[] = [];
    for (const [over, by] of [
      [{ featureOfInterestId: place.id, sourceAnnotationId: source.id }, editor],
      [{ featureOfInterestId: place.id, projectId: list }, writer],
      [{ projectId: list }, writer],
    ] as const) {
      clock.advance(1000);
      made.push(await mention(over, by));
    }
    const [a, b, c] = made.map(({ id }) => id);
    const ids = async (filter: Parameters<typeof api.listMentions>[0]): Promise<string[]> =>
      (await api.listMentions(filter, await callAs(reader))).mentions.map(({ id }) => id);
    expect(await ids({ projectId: list })).toEqual([c, b, a]);
    expect(await ids({ featureId: place.id })).toEqual([b, a]);
    expect(await ids({ annotationId: source.id })).toEqual([a]);
    expect(await ids({ authorId: author })).toEqual([c, b]);
    expect(await ids({ projectId: list, featureId: place.id, authorId: author })).toEqual([b]);
    const request = { projectId: list, includeCurrentHistory: true, paging: { page: 2, perPage: 2 } };
    const slice = await api.listMentions(request, await callAs(reader));
    expect(slice.pageInfo).toEqual({ page: 2, perPage: 2, totalPages: 2, count: 3 });
    expect(slice.mentions).toHaveLength(1);
    expect(slice.mentions[0]?.currentHistory).toMatchObject({
      id: made[0]!.currentHistoryId,
      mentionId: a,
      projectId: list,
      status: 'active',
    });
    const open = await api.listUnassociatedMentions(
      { projectId: list, paging: { page: 1, perPage: 5 } },
      await callAs(reader),
    );
    expect(open.mentions.map(({ id }) => id)).toEqual([c]);
    expect(open.pageInfo?.count).toBe(1);
  });

  it('of the history come newest first, by project, feature, annotation, author and status (API-13)', async () => {
    const list = newId();
    const reader = person();
    for (const each of [editor, reader, admin]) peers.roles.set(`${each.sub}/${list}`, 'editor');
    const place = await feature({ projectId: list });
    const made = await mention({ projectId: list, featureOfInterestId: place.id, confidence: 1 });
    const other = await mention({ projectId: list, confidence: 2 });
    clock.advance(1000);
    await api.updateMention({ id: made.id, confidence: 3 }, await callAs(admin));
    const found = async (filter: Parameters<typeof api.listMentionHistory>[0]): Promise<number[]> =>
      (await api.listMentionHistory(filter, await callAs(reader))).records.map(({ confidence }) => confidence);
    expect((await found({ projectId: list })).slice(0, 1)).toEqual([3]);
    expect((await found({ projectId: list })).sort()).toEqual([1, 2, 3]);
    expect(await found({ featureId: place.id })).toEqual([3, 1]);
    expect(await found({ annotationId: other.sourceAnnotationId })).toEqual([2]);
    expect(await found({ projectId: list, authorId: admin.authorId })).toEqual([3]);
    expect(await found({ featureId: place.id, status: 'superseded' })).toEqual([1]);
    expect((await found({ projectId: list, status: 'active' })).sort()).toEqual([2, 3]);
    expect(await found({ featureId: place.id, authorId: editor.authorId, status: 'active' })).toEqual([]);
    const request = { projectId: list, paging: { page: 2, perPage: 2 } };
    const slice = await api.listMentionHistory(request, await callAs(reader));
    expect(slice.records).toHaveLength(1);
    expect(slice.pageInfo).toEqual({ page: 2, perPage: 2, totalPages: 2, count: 3 });
    await expect(found({ projectId: list, status: 'old' })).rejects.toMatchObject({
      fields: { status: 'status must be one of active, superseded, rejected' },
    });
  });

  it('are only those of projects the caller may see (AUTH-37)', async () => {
    const author = newId();
    peers.authors.set(author, { authorType: 'human', displayName: 'Bea Writer' });
    const writer = person({ authorId: author });
    for (const each of [project, otherProject]) peers.roles.set(`${writer.sub}/${each}`, 'editor');
    const here = await mention({}, writer);
    const there = await mention({ projectId: otherProject }, writer);
    const seen = async (by: Actor) => {
      const call = await callAs(by);
      const { mentions } = await api.listMentions({ authorId: author }, call);
      const history = await api.listMentionHistory({ authorId: author }, call);
      expect(history.records.map(({ mentionId }) => mentionId).sort()).toEqual(mentions.map(({ id }) => id).sort());
      return mentions.map(({ id }) => id).sort();
    };
    expect(await seen(admin)).toEqual([here.id, there.id].sort());
    expect(await seen(viewer)).toEqual([here.id]);
    expect(await seen(stranger)).toEqual([]);
    const call = await callAs(viewer);
    const refused = [
      api.listMentions({ projectId: otherProject }, call),
      api.listMentionHistory({ projectId: otherProject }, call),
      api.listUnassociatedMentions({ projectId: otherProject }, call),
    ];
    expect(await Promise.all(refused.map((each) => outcomeOf(each)))).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
  });
});
