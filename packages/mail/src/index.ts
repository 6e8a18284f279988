export * from './mail-sweep.js';
export * from './mailer.js';
export * from './settings.js';
