/** What stands around the screens of those who are signed in; one part of the program, which screens are loaded beside. */
export { ProjectScope, RequireAuth, RequirePermission } from './guards.js';
export { AppLayout, MainLayout, ProjectLayout, SettingsLayout } from './layout/layouts.js';
