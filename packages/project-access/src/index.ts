/** Permissions inside a project, shared by all services that keep project data. */
export * from './access.js';
export * from './authorship.js';
export * from './project-end.js';
export * from './removed-projects.js';
export * from './roles.js';
export * from './sample-copies.js';
export * from './still-may.js';
