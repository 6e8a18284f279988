import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Features of the SPA never import each other: app -> features -> shared (viewer, components, lib). */
const features = ['auth', 'dashboard', 'projects', 'documents', 'insights', 'visits', 'settings', 'issues', 'jobs'];

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
  ...features.map((name) => ({
    files: [`web/src/features/${name}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: `features/(?!${name}/)`, message: 'features never import each other' },
            { regex: '/app/', message: 'features never import the app' },
          ],
        },
      ],
    },
  })),
  prettier,
);
