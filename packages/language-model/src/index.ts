export * from './chat-endpoint.js';
export * from './settings.js';
