// Program of `npm test`: asks the registry for advisories about the packages of the lock file. Passes with a notice
// when the registry has no such list (mirrors); fails then with AUDIT_REQUIRED=1.
import { spawnSync } from 'node:child_process';
import { repoRoot } from '../../dev/paths.js';
import { complaints, EXPLAINED, readAudit } from './advisories.js';

const LIMIT_MS = 60_000;

const { stdout, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: repoRoot,
  encoding: 'utf8',
  timeout: LIMIT_MS,
  maxBuffer: 64 * 1024 * 1024,
});
const audit =
  error || stdout.trim() === ''
    ? ({ is: 'unavailable', why: error?.message ?? 'npm audit said nothing' } as const)
    : readAudit(stdout);
if (audit.is === 'unavailable') {
  console.log(`Advisories left out: ${audit.why}`);
  process.exitCode = process.env.AUDIT_REQUIRED === '1' ? 1 : 0;
} else {
  const found = complaints(audit.advisories, EXPLAINED, new Date().toISOString().slice(0, 10));
  for (const line of found) console.log(line);
  console.log(`${audit.advisories.length} advisories, ${EXPLAINED.length} explained, ${found.length} to look at`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
