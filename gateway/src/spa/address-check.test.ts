import type { RequestHandler } from 'express';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { addressCheck } from './address-check.js';

const nora = { actor: { sub: 'u1', role: 'symbio' }, email: '', token: 'internal' } as Caller;

afterEach(closeServers);

it('the check of an address passes on what is given, and the sentences by field', async () => {
  const asked: object[] = [];
  const project = {
    checkAddress: (request: object) => {
      asked.push(request);
      return Promise.resolve({ problems: { property_state: 'No.' }, warnings: {}, suggestedCity: '' });
    },
  };
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const url = await serveHandlers(authenticate, mounted(addressCheck({ project: project as never })));
  const response = await fetch(`${url}/address-check?state=Bavaria&city=M%C3%BCnchen`);
  expect(await response.json()).toEqual({
    data: { problems: { property_state: 'No.' }, warnings: {}, suggested_city: null },
  });
  expect(asked).toEqual([{ state: 'Bavaria', zip: '', city: 'München' }]);
});
