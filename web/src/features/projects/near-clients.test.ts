import { nearClient, offeredClients } from './near-clients.js';

const clients = ['Halloran Property Group', 'Kestrel Development, LLC', 'Acme'];

describe('a client that probably exists already', () => {
  it.each([
    ['Hallo', 'Halloran Property Group'],
    ['halloran property group', 'Halloran Property Group'],
    ['Haloran Property Group', 'Halloran Property Group'],
    ['Kestrel Development', 'Kestrel Development, LLC'],
    ['ACME Inc.', 'Acme'],
  ])('is found for %s', (typed, client) => {
    expect(nearClient(typed, clients)).toBe(client);
  });

  it.each(['', 'Halloran Property Group', 'Redwood Holdings', 'Ac', 'LLC'])('is not found for %j', (typed) => {
    expect(nearClient(typed, clients)).toBeUndefined();
  });
});

it('clients are offered by words in any order', () => {
  expect(offeredClients('group hall', clients)).toEqual(['Halloran Property Group']);
  expect(offeredClients('', clients)).toEqual(clients);
  expect(offeredClients('group acme', clients)).toEqual([]);
});
