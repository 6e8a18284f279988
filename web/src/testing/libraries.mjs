// Plain JavaScript: jest loads this file outside its TypeScript transform.
import fs from 'node:fs';
import path from 'node:path';
import { LibraryBundle } from '../../../tools/build/testing/library-bundle.mjs';

const sources = path.resolve(import.meta.dirname, '..');

const LIBRARIES = [
  '@fluentui/react-components',
  '@fluentui/react-icons',
  '@reduxjs/toolkit',
  '@reduxjs/toolkit/query',
  '@reduxjs/toolkit/query/react',
  '@testing-library/dom',
  '@testing-library/react',
  '@testing-library/user-event',
  'react',
  'react-dom',
  'react-dom/client',
  'react-redux',
  'react-router-dom',
  'react/jsx-runtime',
];

export const webLibraries = new LibraryBundle('web-libraries', { web: LIBRARIES }, 'web', {
  platform: 'browser',
  target: 'es2023',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['import'],
  // reading the environment each time is slow
  define: { 'process.env.NODE_ENV': '"test"' },
});

/** Icons that the SPA uses: the library has tens of thousands. */
function iconNames() {
  const names = new Set();
  for (const file of fs.readdirSync(sources, { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = fs.readFileSync(path.join(sources, file), 'utf8');
    for (const [, list] of text.matchAll(/import \{([^}]*)\} from '@fluentui\/react-icons'/g)) {
      for (const name of list.split(',')) if (name.trim() && !name.trim().startsWith('type ')) names.add(name.trim());
    }
  }
  return [...names].sort();
}

export default async function makeBundle() {
  const icons = `export { ${iconNames().join(', ')} } from '@fluentui/react-icons';`;
  await webLibraries.make({ '@fluentui/react-icons': icons });
}
