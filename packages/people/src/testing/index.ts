export * from './text-fields.js';
