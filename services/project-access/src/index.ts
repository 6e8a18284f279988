/** Who may do what inside a project: one question to the project service, asked by every service that keeps project data. */
export * from './access.js';
export * from './authorship.js';
export * from './project-end.js';
export * from './removed-projects.js';
export * from './roles.js';
export * from './still-may.js';
