import type { LookupAddress } from 'node:dns';
import { createTransport, type Lookup } from './transport.js';

const REFUSED = { status: 0, body: '', error: 'The host has a private or reserved address, to which nothing is sent.' };

/** A name server that gives a host these addresses. */
const names =
  (...addresses: string[]): Lookup =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const message = (url: string) => ({ url, headers: {}, body: '{}' });

// whatever is connected to would answer, or refuse the connection: another sentence
it.each([
  ['an address', 'http://127.0.0.1:9/', []],
  ['an address written as a number', 'http://2130706433:9/', []],
  ['an IPv6 address', 'http://[::1]:9/', []],
  ['a mapped address', 'http://[::ffff:127.0.0.1]:9/', []],
  ['metadata of a cloud', 'http://169.254.169.254/latest/', []],
  ['a name of a private address', 'http://hooks.test:9/', ['127.0.0.1']],
  ['a name of a mapped address', 'http://hooks.test:9/', ['::ffff:10.0.0.1']],
  ['a name of a public address and a private one', 'http://hooks.test:9/', ['93.184.216.34', '127.0.0.1']],
])('nothing is sent to %s that is not of the internet', async (_what, url, addresses) => {
  const post = createTransport({ allowPrivate: false, lookup: names(...addresses) });
  expect(await post(message(url))).toEqual(REFUSED);
});

it('a name without an address is an answer, too', async () => {
  const post = createTransport({ allowPrivate: false, lookup: names() });
  expect(await post(message('http://hooks.test'))).toMatchObject({
    status: 0,
    error: 'There is no host of this name.',
  });
});
