import { replaceNames } from '@symbio/people';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { webhookModels } from './model.js';
import { webhookNames } from './names-of-people.js';

/** Text fields kept when a person is erased, with the reason. */
const STAYS = {
  'ids and words of the contract, byte for byte as they were signed': ['deliveries.payload'],
  'what the receiver answered': ['deliveries.attempts.body', 'deliveries.attempts.error'],
  'address, events and signing secrets': ['webhooks.events', 'webhooks.secrets.value', 'webhooks.url'],
  'words of the contract, and ids': ['deliveries.lease', 'deliveries.type'],
};

it('every other field that can hold a name is covered by erasure', () => {
  const { webhooks, deliveries } = webhookModels(unconnected());
  expect(fieldsToExplain([erasedFields(webhooks, webhookNames), erasedFields(deliveries)])).toEqual(
    Object.values(STAYS).flat().sort(),
  );
});

it('a webhook keeps its owner, under another name', () => {
  const nameOf = (id: string): string | undefined => (id === 'ada' ? 'Erased person 7' : undefined);
  expect(replaceNames({ ownerId: 'ada', createdByName: 'Ada Marsh' }, webhookNames, nameOf)).toEqual({
    createdByName: 'Erased person 7',
  });
});
