// Plain JavaScript, see manifests.mjs. Run in a Debian with nginx installed:
//
//   node tools/build/images/nginx-root.mjs OUT
//
// Copies nginx, a shell, their libraries, and Debian's records of the packages (versions for scanners, licences): the
// whole root file system of an image.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const PROGRAMS = ['/usr/sbin/nginx', '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so', '/bin/sh'];
const USER = 101;

const out = process.argv[2];
if (!out) throw new Error('Say where to copy to: node tools/build/images/nginx-root.mjs OUT');
const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' });

const libraries = PROGRAMS.flatMap((program) => run('ldd', program).match(/\/\S+(?= \(0x)/g) ?? []);
const files = [...new Set([...PROGRAMS, ...libraries])];
for (const file of files) {
  const copy = path.join(out, file);
  fs.mkdirSync(path.dirname(copy), { recursive: true });
  fs.copyFileSync(fs.realpathSync(file), copy);
  fs.chmodSync(copy, 0o755);
}

const packages = new Set(files.map((file) => run('dpkg-query', '--search', fs.realpathSync(file)).split(':')[0]));
for (const name of packages) {
  const status = path.join(out, 'var/lib/dpkg/status.d', name);
  fs.mkdirSync(path.dirname(status), { recursive: true });
  fs.writeFileSync(status, run('dpkg-query', '--status', name));
  const licence = `/usr/share/doc/${name}/copyright`;
  if (!fs.existsSync(licence)) continue;
  fs.mkdirSync(path.join(out, path.dirname(licence)), { recursive: true });
  fs.copyFileSync(fs.realpathSync(licence), path.join(out, licence));
}

fs.mkdirSync(path.join(out, 'etc'), { recursive: true });
fs.writeFileSync(path.join(out, 'etc/passwd'), `nginx:x:${USER}:${USER}:nginx:/tmp:/nonexistent\n`);
fs.writeFileSync(path.join(out, 'etc/group'), `nginx:x:${USER}:\n`);
fs.copyFileSync('/etc/os-release', path.join(out, 'etc/os-release'));
fs.mkdirSync(path.join(out, 'tmp'), { mode: 0o1777 });
fs.chmodSync(path.join(out, 'tmp'), 0o1777);
