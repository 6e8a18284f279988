/** Keycloak as a dependency of a process. */
export * from './keycloak.js';
