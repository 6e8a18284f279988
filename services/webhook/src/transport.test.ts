import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport, type Lookup } from './transport.js';

const REFUSED = { status: 0, body: '', error: 'The host has a private or reserved address, to which nothing is sent.' };

const names =
  (...addresses: string[]): Lookup =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const message = (url: string) => ({ url, headers: {}, body: '{}' });

// any actual connection would give another message
it.each([
  ['an address', 'http://127.0.0.1:9/', []],
  ['an address written as a number', 'http://2130706433:9/', []],
  ['an address in octal', 'http://0177.0.0.1:9/', []],
  ['an address in hexadecimal', 'http://0x7f000001:9/', []],
  ['an address of two parts', 'http://127.1:9/', []],
  ['an address in full-width digits', 'http://１２７.０.０.１:9/', []],
  ['an address with a dot at its end', 'http://127.0.0.1.:9/', []],
  ['an IPv6 address', 'http://[::1]:9/', []],
  ['an IPv6 address that stands for IPv4', 'http://[::7f00:1]:9/', []],
  ['a translated address', 'http://[64:ff9b::a9fe:a9fe]:9/', []],
  ['a unique local address', 'http://[fd00:ec2::254]/', []],
  ['a mapped address', 'http://[::ffff:127.0.0.1]:9/', []],
  ['metadata of a cloud', 'http://169.254.169.254/latest/', []],
  ['a name of a private address', 'http://hooks.test:9/', ['127.0.0.1']],
  ['a name of a mapped address', 'http://hooks.test:9/', ['::ffff:10.0.0.1']],
  ['a name of a public address and a private one', 'http://hooks.test:9/', ['93.184.216.34', '127.0.0.1']],
])('refuses %s, which does not lead to a public address', async (_what, url, addresses) => {
  const post = createTransport({ allowPrivate: false, lookup: names(...addresses) });
  expect(await post(message(url))).toEqual(REFUSED);
});

it('a name without an address is a failed delivery', async () => {
  const post = createTransport({ allowPrivate: false, lookup: names() });
  expect(await post(message('http://hooks.test'))).toMatchObject({
    status: 0,
    error: 'There is no host of this name.',
  });
});

it('a name is resolved once: the connection goes to the checked address', async () => {
  const answers = [['127.0.0.1'], ['93.184.216.34'], ['127.0.0.1']];
  let asked = 0;
  const rebinding: Lookup = (host, options, callback) => names(...(answers[asked++] ?? []))(host, options, callback);
  const post = createTransport({ allowPrivate: false, lookup: rebinding, answerMs: 1_000 });
  expect(await post(message('http://hooks.test:9/'))).toEqual(REFUSED);
  expect(asked).toBe(1);
});

it('a redirect is an answer and is not followed', async () => {
  let followed = 0;
  const inside = createServer((_request, response) => void (followed++, response.end()));
  const outside = createServer((_request, response) => {
    const { port } = inside.address() as AddressInfo;
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
  });
  for (const server of [inside, outside]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const post = createTransport({ allowPrivate: true });
    const { port } = outside.address() as AddressInfo;
    expect((await post(message(`http://127.0.0.1:${port}/`))).status).toBe(307);
    expect(followed).toBe(0);
  } finally {
    for (const server of [inside, outside]) server.close();
  }
});
