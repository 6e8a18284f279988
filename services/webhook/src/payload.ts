/** Delivery payload: event and ids only. Receivers fetch details from the API with their current rights. */
import type { PING, WebhookEventName } from '@symbio/proto/webhook/vocabulary';

/** Additional details: ids and contract words, never content. */
export type Details = Readonly<Record<string, string | undefined>>;

/** Builds the body, omitting absent values. */
export const payloadOf = (
  type: WebhookEventName | typeof PING,
  timestamp: string,
  { id, projectId, details = {} }: { id: string; projectId?: string; details?: Details },
): string => {
  const rest = Object.entries(details).filter(([, value]) => value);
  const data = { id, ...(projectId && { project_id: projectId }), ...Object.fromEntries(rest) };
  return JSON.stringify({ type, timestamp, data });
};
