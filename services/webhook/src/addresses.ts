/** Which addresses deliveries may go to: only those of the internet at large. */
import ipaddr from 'ipaddr.js';

/** Public by their range, but answered inside a cloud's own machines: the host agent of Azure. */
const INSIDE = new Set(['168.63.129.16']);

/**
 * Whether an IP address is one of the internet. Private, loopback, link-local (where clouds answer for metadata), multicast
 * and reserved ranges are not, nor are IPv6 addresses that stand for an IPv4 address by translation or a tunnel; one that is
 * mapped (`::ffff:10.0.0.1`) is what it stands for.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && isGiven(address) && !INSIDE.has(address.toString());
}

/** Of IPv6 only 2000::/3 is given to anybody (RFC 4291, 2.4); the rest, `::127.0.0.1` among it, leads nowhere or inside. */
const isGiven = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv4' || address.match(ipaddr.parse('2000::'), 3);

/** A text as an URL; undefined: it is none. */
export const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** The IP address that an URL names, or undefined: it names a host that has to be looked up. */
export function addressIn(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(host) ? host : undefined;
}
