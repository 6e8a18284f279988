import { readdirSync } from 'node:fs';
import { nodeLibraries } from './tools/build/testing/node-libraries.mjs';
import { webLibraries } from './web/src/testing/libraries.mjs';

// One configuration, five projects. `npm test` runs all but keycloak, which needs Java; select one with
// --selectProjects.
const swc = (tsx) => [
  '<rootDir>/tools/build/testing/transform.mjs',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx, decorators: false },
      transform: tsx ? { react: { runtime: 'automatic' } } : {},
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** Matches the name of a folder in packages/. */
const PACKAGES = `(${readdirSync(new URL('packages', import.meta.url))
  .filter((name) => !name.includes('.'))
  .join('|')})`;

/** Tests read the sources of every package, so no build is needed between an edit and its test. */
const moduleNameMapper = {
  '^@symbio/proto/(.*)$': '<rootDir>/proto/src/$1.ts',
  '^@symbio/api$': '<rootDir>/api/src/index.ts',
  '^@symbio/api/reference$': '<rootDir>/api/src/reference/index.ts',
  '^@symbio/client$': '<rootDir>/client/src/index.ts',
  '^@symbio/example-agent$': '<rootDir>/examples/agent/src/agent.ts',
  '^@symbio/example-agent/vision$': '<rootDir>/examples/agent/src/vision/index.ts',
  '^@symbio/runtime/telemetry$': '<rootDir>/packages/runtime/src/telemetry.ts',
  '^@symbio/topology$': '<rootDir>/packages/topology/src/topology.ts',
  [`^@symbio/${PACKAGES}$`]: '<rootDir>/packages/$1/src/index.ts',
  [`^@symbio/${PACKAGES}/testing$`]: '<rootDir>/packages/$1/src/testing/index.ts',
  [`^@symbio/${PACKAGES}/testing/(.*)$`]: '<rootDir>/packages/$1/src/testing/$2.ts',
  '^@symbio/page-engine/testing/corpus$': '<rootDir>/services/page-engine/src/testing/corpus.ts',
  '^@symbio/page-engine/(.*)$': '<rootDir>/services/page-engine/src/$1/index.ts',
  '^@symbio/gateway/start$': '<rootDir>/gateway/src/start.ts',
  '^@symbio/document/worker$': '<rootDir>/services/document/src/worker/start.ts',
  '^@symbio/feature/worker$': '<rootDir>/services/feature/src/worker/start.ts',
  '^@symbio/([a-z-]+)/start$': '<rootDir>/services/$1/src/start.ts',
  '^@symbio/identity/keycloak-accounts$': '<rootDir>/services/identity/src/keycloak-accounts.ts',
  '^@symbio/(topology|fixtures|operations|sheet)/(.*)$': '<rootDir>/packages/$1/src/$2.ts',
  '^@symbio/tools/(.*)$': '<rootDir>/tools/$1.ts',
  // programs that the page engine runs as children are bundled once, by globalSetup
  '^\\.{1,2}/children/child-entry\\.js$': '<rootDir>/services/page-engine/src/testing/child-bundles.ts',
  '^(\\.{1,2}/.*)\\.js$': '$1',
};

const node = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  moduleNameMapper,
  modulePathIgnorePatterns: ['/dist/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** Projects that run on Node, with bundled libraries. */
const onNode = {
  ...node,
  testEnvironment: '<rootDir>/tools/build/testing/environment.mjs',
  moduleNameMapper: { ...nodeLibraries.names, ...moduleNameMapper },
};

export default {
  // for two processors: tests wait a tenth of their time, which the third worker uses
  maxWorkers: 3,
  testSequencer: '<rootDir>/tools/build/testing/sequencer.mjs',
  // only a broken test takes this long, also on a busy machine; jest accepts it here, not in a project
  testTimeout: 60_000,
  projects: [
    {
      ...onNode,
      displayName: 'unit',
      globalSetup: '<rootDir>/tools/build/testing/bundles.mjs',
      testMatch: ['<rootDir>/{proto,api,client,examples,packages,services,gateway,tools,e2e}/**/*.test.ts'],
      testPathIgnorePatterns: [...onNode.testPathIgnorePatterns, '<rootDir>/packages/sheet/'],
    },
    {
      ...node,
      displayName: 'web',
      testEnvironment: '<rootDir>/web/src/testing/browser-environment.mjs',
      globalSetup: '<rootDir>/web/src/testing/libraries.mjs',
      moduleNameMapper: { ...webLibraries.names, ...moduleNameMapper },
      setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
      testMatch: ['<rootDir>/{web,packages/sheet}/src/**/*.test.{ts,tsx}'],
    },
    {
      ...onNode,
      displayName: 'integration',
      setupFilesAfterEnv: ['<rootDir>/tools/build/testing/integration-setup.ts'],
      testMatch: ['<rootDir>/{packages/*,services/*,gateway,tools/dev}/test/**/*.itest.ts'],
      globalSetup: '<rootDir>/tools/build/testing/global-setup.mjs',
      globalTeardown: '<rootDir>/tools/build/testing/global-teardown.mjs',
    },
    {
      // `npm run test:keycloak` starts the server
      ...node,
      displayName: 'keycloak',
      testMatch: ['<rootDir>/gateway/test/**/*.ktest.ts'],
    },
    {
      ...node,
      displayName: 'e2e',
      testEnvironment: '<rootDir>/e2e/environment.mjs',
      testMatch: ['<rootDir>/e2e/src/**/*.e2e.ts'],
      globalSetup: '<rootDir>/e2e/global-setup.mjs',
      globalTeardown: '<rootDir>/e2e/global-teardown.mjs',
    },
  ],
};
