import { Mention } from '@symbio/proto/feature';
import { closeServers } from '../testing.js';
import { mentions } from './mentions.js';
import { servePublic } from './testing.js';

const ID = '01980a51-5d2f-7b13-a4c8-1e6d7f8a9b0c';
const ANNOTATION = '01980a4f-1b7a-7a0e-b9a6-3f1a6a3c8d10';

afterEach(closeServers);

const api = (via: 'api_key' | 'user') => {
  const mention = Mention.fromPartial({ id: ID, createdAt: new Date(0), updatedAt: new Date(0) });
  const feature = { createMention: () => Promise.resolve({ mention }) };
  return servePublic(mentions({ feature } as never), { actor: { via } });
};

describe('a mention by an API key (API-18, OP-47)', () => {
  it('gets all problems at once', async () => {
    const { send } = await api('api_key');
    expect(await send('POST', '/mentions')).toMatchObject({
      status: 400,
      body: {
        fields: {
          feature_of_interest_id: 'feature_of_interest_id is required',
          source_annotation_id: 'source_annotation_id is required',
        },
      },
    });
    expect(await send('POST', '/mentions', { confidence: 11 })).toMatchObject({
      body: {
        fields: {
          feature_of_interest_id: 'feature_of_interest_id is required',
          source_annotation_id: 'source_annotation_id is required',
          confidence: 'confidence must be a number from 0 to 10',
        },
      },
    });
  });

  it('gets the problems of all items of a batch at once', async () => {
    const { send } = await api('api_key');
    const items = [{ source_annotation_id: ANNOTATION }, { feature_of_interest_id: ID }, 'none'];
    expect(await send('POST', '/mentions/batch', { items, mode: 'some' })).toMatchObject({
      status: 400,
      body: {
        fields: {
          'items.0.feature_of_interest_id': 'items.0.feature_of_interest_id is required',
          'items.1.source_annotation_id': 'items.1.source_annotation_id is required',
          'items.2': 'items.2 must be an object',
          mode: 'mode must be each or all',
        },
      },
    });
  });
});

it('a mention by a person may have no feature (OP-47)', async () => {
  const { send } = await api('user');
  expect(await send('POST', '/mentions', { source_annotation_id: ANNOTATION })).toMatchObject({ status: 201 });
});

it('a list with current records needs no filter, every other list does (API-12)', async () => {
  const asked: object[] = [];
  const feature = {
    listMentions: (request: object) => {
      asked.push(request);
      return Promise.resolve({ mentions: [], pageInfo: { page: 1, perPage: 20, totalPages: 1, count: 0 } });
    },
  };
  const { get } = await servePublic(mentions({ feature } as never));
  expect(await get('/mentions?include=current_history')).toMatchObject({ status: 200, body: { data: [] } });
  expect(asked).toMatchObject([{ projectId: undefined, featureId: undefined, includeCurrentHistory: true }]);
  expect(await get('/mentions')).toMatchObject({
    status: 400,
    body: { fields: { project_id: 'Give feature_id, annotation_id, author_id, project_id or run_id' } },
  });
});
