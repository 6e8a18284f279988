import { clientId } from '@symbio/mongo';
import { WEBHOOK_EVENTS, isWebhookEvent } from '@symbio/proto/webhook/vocabulary';
import { z } from 'zod';
import { addressIn, isPublicAddress, urlOf } from './addresses.js';

const MAX_URL = 2_000;
const MAX_PROJECTS = 100;

/** Host names are resolved only when sending. */
export function urlProblem(text: string, allowPrivate: boolean): string | undefined {
  if (text === '') return 'URL is required';
  if (text.length > MAX_URL) return `URL is too long (at most ${MAX_URL} characters)`;
  const url = urlOf(text);
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'URL must look like https://example.com/hooks';
  if (url.protocol === 'http:' && !allowPrivate) return 'URL must begin with https://';
  if (url.username || url.password) return 'URL must not hold a user name or a password: deliveries are signed instead';
  if (url.hash) return 'URL must not have a fragment (#)';
  const address = addressIn(url);
  const isPrivate = address === undefined ? /(^|\.)localhost\.?$/.test(url.hostname) : !isPublicAddress(address);
  if (isPrivate && !allowPrivate) return 'URL must lead to a host on the internet, not to a private address';
  return undefined;
}

const nameProblem = (name: string): string =>
  `"${name.slice(0, 60)}" is not an event. Events are: ${WEBHOOK_EVENTS.join(', ')}`;

export function webhookSchemas(allowPrivate: boolean) {
  const url = z.string().superRefine((text, context) => {
    const message = urlProblem(text, allowPrivate);
    if (message) context.addIssue({ code: 'custom', message });
  });
  const events = z
    .array(z.string().refine(isWebhookEvent, { error: ({ input }) => nameProblem(String(input)) }))
    .min(1, `At least one event is required. Events are: ${WEBHOOK_EVENTS.join(', ')}`)
    .transform((names) => WEBHOOK_EVENTS.filter((name) => names.includes(name)) as string[]);
  const projectIds = z
    .array(z.string())
    .max(MAX_PROJECTS, `A webhook can be limited to at most ${MAX_PROJECTS} projects`)
    .transform((ids) => [...new Set(ids)]);
  // failed is not settable
  const status = z.enum(['active', 'paused'], 'status must be active or paused');
  return {
    creation: z.object({ id: clientId, url, events, projectIds }),
    update: z.object({
      url: url.optional(),
      events: events.optional(),
      projectIds: projectIds.optional(),
      status: status.optional(),
    }),
  };
}
