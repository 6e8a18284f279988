import { addressIn, isPublicAddress } from './addresses.js';
import { urlProblem } from './webhook-fields.js';

it.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  ['loopback', '127.0.0.1'],
  ['loopback', '127.8.8.8'],
  ['loopback', '::1'],
  ['this host', '0.0.0.0'],
  ['this host', '::'],
  ['private', '10.1.2.3'],
  ['private', '172.31.0.1'],
  ['private', '192.168.1.1'],
  ['unique local', 'fd00:ec2::254'],
  ['link-local, where clouds answer for metadata', '169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['carrier-grade NAT', '100.100.100.200'],
  ['host agent of a cloud', '168.63.129.16'],
  ['multicast', '224.0.0.1'],
  ['multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['documentation', '192.0.2.1'],
  ['reserved', '240.0.0.1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped metadata', '::ffff:a9fe:a9fe'],
  ['translated (NAT64)', '64:ff9b::7f00:1'],
  ['tunnelled (6to4)', '2002:7f00:1::'],
  ['tunnelled (Teredo)', '2001:0:7f00:1::'],
  ['embedding IPv4 (compatible)', '::7f00:1'],
  ['embedding IPv4 (SIIT)', '::ffff:0:7f00:1'],
  ['unassigned', '4000::1'],
  ['site-local', 'fec0::1'],
  ['host name', 'localhost'],
])('%s %s is not a public address', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['https://example.com/', undefined],
])('%s names the address %s', (url, address) => {
  expect(addressIn(new URL(url))).toBe(address);
});

describe('the address of a webhook', () => {
  it.each([
    ['https://example.com/hooks?a=1', undefined],
    ['https://93.184.216.34/hooks', undefined],
    ['', 'URL is required'],
    ['example.com', 'URL must look like https://example.com/hooks'],
    ['ftp://example.com', 'URL must look like https://example.com/hooks'],
    ['http://example.com', 'URL must begin with https://'],
    ['https://ada:secret@example.com', 'URL must not hold a user name or a password: deliveries are signed instead'],
    ['https://example.com/#x', 'URL must not have a fragment (#)'],
    ['https://localhost/', 'URL must lead to a host on the internet, not to a private address'],
    ['https://10.0.0.1/', 'URL must lead to a host on the internet, not to a private address'],
    ['https://[::1]/', 'URL must lead to a host on the internet, not to a private address'],
    [`https://example.com/${'x'.repeat(2_000)}`, 'URL is too long (at most 2000 characters)'],
  ])('%s: %s', (url, problem) => {
    expect(urlProblem(url, false)).toBe(problem);
  });

  it('may be this machine where private addresses are allowed', () => {
    expect(urlProblem('http://127.0.0.1:9000/hooks', true)).toBeUndefined();
    expect(urlProblem('http://localhost:9000', true)).toBeUndefined();
  });
});
