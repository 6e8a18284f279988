/** Outgoing mail. */
export * from './mailer.js';
export * from './settings.js';
