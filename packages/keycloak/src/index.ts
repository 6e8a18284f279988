export * from './keycloak.js';
