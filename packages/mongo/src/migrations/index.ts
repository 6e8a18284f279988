export { MIGRATIONS_COLLECTION } from './ledger.js';
export type { Migration, MigrationContext } from './migration.js';
export { changeRows, removeDeletedRows, setMissing, type StoredRow } from './row-changes.js';
export { runMigrations, type MigrationsOptions } from './run-migrations.js';
