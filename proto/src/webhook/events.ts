import { WebhookEvent } from '../../gen/symbio/webhook/v1/webhook_events.js';
import { catalogueEvents } from '../catalogue.js';

export const webhookEvents = catalogueEvents('webhook', 'webhook', WebhookEvent);
