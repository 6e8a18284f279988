/** What a delivery says: what happened to what, by id. Whoever wants more asks the API, with the rights it has then. */
import type { PING, WebhookEventName } from '@symbio/proto/webhook/vocabulary';

/** What of an entity is told beside its id and its project. Values are ids and words of the contract, never content. */
export type Details = Readonly<Record<string, string | undefined>>;

/** The body of a delivery. What has no value is left out. */
export const payloadOf = (
  type: WebhookEventName | typeof PING,
  timestamp: string,
  { id, projectId, details = {} }: { id: string; projectId?: string; details?: Details },
): string => {
  const rest = Object.entries(details).filter(([, value]) => value);
  const data = { id, ...(projectId && { project_id: projectId }), ...Object.fromEntries(rest) };
  return JSON.stringify({ type, timestamp, data });
};
