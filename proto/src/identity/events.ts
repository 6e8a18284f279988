import { ApiKeyEvent, AuditEvent, AuthorEvent, UserEvent } from '../../gen/symbio/identity/v1/identity_events.js';
import { catalogueEvents } from '../catalogue.js';

export const userEvents = catalogueEvents('identity', 'user', UserEvent);

/** Events of authors (people and agents), which are immutable; no scope. */
export const authorEvents = catalogueEvents('identity', 'author', AuthorEvent);

export const apiKeyEvents = catalogueEvents('identity', 'key', ApiKeyEvent);

/** Audit trail events from gateways; no scope. */
export const auditEvents = catalogueEvents('identity', 'audit', AuditEvent);
