import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { PROJECT, featureRules, type FeatureRules } from '../../test/memory.js';
import type { NewRecordMention } from './create-from-record.js';

const sourceRecord = { hitId: newId(), list: 'LUST', recordId: '17', dataSetName: 'Tanks', agencyDate: '2026-11-01' };

let rules: FeatureRules;
let featureId: string;
beforeEach(async () => {
  rules = featureRules();
  const input = { id: newId(), projectId: PROJECT, name: 'Gas works', landUse: [] };
  featureId = (await rules.features.create(rules.editor, { ...input, coordinate: undefined, authorId: undefined }))._id;
});

const create = (over: Partial<NewRecordMention> = {}, by: CallContext = rules.editor) =>
  rules.mentions.createFromRecord(by, {
    ...{ id: newId(), featureId, sourceRecord, narrative: 'LUST 17', confidence: undefined, useType: undefined },
    ...over,
  });

describe('A mention of an agency record', () => {
  it('names the record as its source, and is confirmed unless chosen otherwise (OP-27)', async () => {
    expect(await create()).toMatchObject({
      ...{ featureId, sourceAnnotationId: '', sourceRecord, narrative: 'LUST 17' },
      current: { confidence: 10, useType: 'confirmed', status: 'active' },
    });
  });

  it('is created once, however often the call is repeated', async () => {
    const id = newId();
    expect(await create({ id })).toEqual(await create({ id }));
    await expect(create({ id, narrative: 'Other' })).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('stays when its feature is deleted, since its source remains', async () => {
    const { _id: id } = await create();
    await rules.features.delete(rules.editor, featureId);
    const left = rules.mentionRows.find(id);
    expect(left).toMatchObject({ featureId: '', sourceRecord });
    expect(left?.orphanedAt).toBeUndefined();
  });

  it('is for people, with a record and a feature', async () => {
    await expect(create({}, rules.apiKey)).rejects.toMatchObject({ reason: 'agents_propose' });
    await expect(create({ sourceRecord: { ...sourceRecord, hitId: '' } })).rejects.toMatchObject({
      fields: { source_record: 'source_record is required' },
    });
    await expect(create({ featureId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
