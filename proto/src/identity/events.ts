import { ApiKeyEvent, AuditEvent, AuthorEvent, UserEvent } from '../../gen/symbio/identity/v1/identity_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of a person who may sign in; no scope. */
export const userEvents = catalogueEvents('identity', 'user', UserEvent);

/** Of a person's or an agent's author; no scope. Authors never change. */
export const authorEvents = catalogueEvents('identity', 'author', AuthorEvent);

/** Of an API key; no scope. */
export const apiKeyEvents = catalogueEvents('identity', 'key', ApiKeyEvent);

/** Of what gateways saw, for the audit trail; no scope. */
export const auditEvents = catalogueEvents('identity', 'audit', AuditEvent);
