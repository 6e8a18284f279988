/** Restricts deliveries to public internet addresses. */
import ipaddr from 'ipaddr.js';

/** Public by range, but answered inside the cloud: Azure's host agent. */
const INTERNAL = new Set(['168.63.129.16']);

/**
 * Whether an IP address is public. Excludes private, loopback, link-local (cloud metadata), multicast and reserved
 * ranges, and IPv6 addresses that embed IPv4 by translation or tunnel; a mapped address (`::ffff:10.0.0.1`) is checked
 * as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && isAssigned(address) && !INTERNAL.has(address.toString());
}

/** Only 2000::/3 is allocated in IPv6 (RFC 4291, 2.4); the rest, such as `::127.0.0.1`, is unroutable or internal. */
const isAssigned = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv4' || address.match(ipaddr.parse('2000::'), 3);

export const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

export function addressIn(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(host) ? host : undefined;
}
