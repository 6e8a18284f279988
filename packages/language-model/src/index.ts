/** A language model behind an OpenAI-compatible endpoint. */
export * from './chat-endpoint.js';
export * from './settings.js';
