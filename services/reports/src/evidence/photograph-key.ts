/** Key of a photograph in the blob store, from its signed address. @throws Error for another address */
export function photographKey(address: string): string {
  const [, key] = /\/files\/b\/([^?]+)/.exec(address) ?? [];
  if (key === undefined) throw new Error('The photograph has no address in the blob store.');
  return key;
}
