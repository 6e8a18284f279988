export * from './chat-server.js';
