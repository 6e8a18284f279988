// What a screen may cost before it is shown: all script it loads, over the wire (brotli), in kB of 1,000 bytes.
import fs from 'node:fs';

const dist = new URL('dist/', import.meta.url);

/** What each part of the built program loads with it, as Vite wrote it down. */
const parts = JSON.parse(fs.readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/** Files that are there before a screen is: those of the program, those of its modules, and all that they import. */
function filesOf(...modules) {
  const entry = Object.keys(parts).find((name) => parts[name].isEntry);
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    if (!parts[name])
      throw new Error(`${name} is no part of the built program: say in .size-limit.mjs what took its place.`);
    found.add(name);
    parts[name].imports?.forEach(visit);
  };
  [entry, ...modules].forEach(visit);
  return [...found].map((name) => `dist/${parts[name].file}`);
}

const frame = 'src/app/frame.ts';

/** What a module loads beyond the files of the frame. */
function addedBy(module) {
  const known = new Set(filesOf(frame));
  return filesOf(frame, module).filter((file) => !known.has(file));
}

export default [
  { name: '/login', path: filesOf('src/features/auth/login-page.tsx'), limit: '250 kB' },
  { name: 'dashboard', path: filesOf(frame, 'src/features/projects/dashboard-page.tsx'), limit: '300 kB' },
  { name: 'map', path: addedBy('src/map/map-canvas.tsx'), limit: '330 kB' },
];
