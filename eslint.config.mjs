import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * Features of the SPA, and the others each may build on: app -> features -> shared (viewer, components, lib). Whatever is
 * not listed here is refused; a circle would show as such.
 */
const features = {
  agents: [],
  auth: [],
  documents: ['page-search', 'presence', 'review'],
  insights: ['documents', 'review'],
  issues: [],
  'page-search': [],
  presence: [],
  projects: [],
  'public-api': [],
  report: [],
  review: [],
  settings: [],
  'time-machine': ['documents'],
  visits: [],
};

/** Paths that lead from one feature into another it may not know. */
function strangersOf(name) {
  const strangers = Object.keys(features).filter((other) => other !== name && !features[name].includes(other));
  return `^(\\.\\./)+(features/)?(${strangers.join('|')})/`;
}

export default tseslint.config(
  { ignores: ['**/gen/**', '**/dist/**', '.cache/**', '.data*/**', '**/*.cjs', '**/*.mjs'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    rules: {
      // mongoose queries are thenables, not promises: without this an un-awaited deleteMany() passes lint and never runs
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      // the named fields are what the rest is without
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // event handlers may be async: React ignores what they return, the handlers answer for their errors
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  ...Object.keys(features).map((name) => ({
    files: [`web/src/features/${name}/**/*.{ts,tsx}`],
    // a test may draw a whole screen with its route
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: strangersOf(name), message: 'a feature knows only the features listed in eslint.config.mjs' },
            { regex: '^(\\.\\./)+app/', message: 'features never import the app' },
          ],
        },
      ],
    },
  })),
  prettier,
);
