/** Frame around signed-in screens; one chunk, loaded in parallel with the screens. */
export { ProjectScope, RequireAuth, RequirePermission } from './guards.js';
export { AppLayout, MainLayout, ProjectLayout, SettingsLayout } from './layout/layouts.js';
