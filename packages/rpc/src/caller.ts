import type { Metadata } from '@grpc/grpc-js';
import { type Actor, unauthenticated } from '@symbio/runtime';
import type { InternalTokens } from './internal-tokens.js';

export function textOf(metadata: Metadata, key: string): string {
  const value = metadata.get(key)[0];
  return typeof value === 'string' ? value : '';
}

/** Who makes a call, by its internal token. @throws AppError UNAUTHENTICATED when it has no valid one */
export async function callerOf(
  metadata: Metadata,
  tokens: Pick<InternalTokens, 'verify'>,
): Promise<{ token: string; caller: Actor }> {
  const token = /^Bearer (.+)$/.exec(textOf(metadata, 'authorization'))?.[1];
  if (!token) throw unauthenticated();
  return { token, caller: await tokens.verify(token) };
}
