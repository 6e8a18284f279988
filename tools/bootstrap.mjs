// Entry of `npm start`, `npm test` and others.
const WANTED = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) {
  void import('./dev/bootstrap-build.mjs');
} else {
  console.error(
    `Symbio needs Node.js ${WANTED.join('.')} or newer and this is ${process.versions.node}: install a current one from https://nodejs.org.`,
  );
  if (process.argv[2] === 'test') console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
