// Plain JavaScript: the linter loads this file itself. Rules with types come from oxlint-tsgolint.

/** Recommended rules of ESLint and typescript-eslint; the compiler covers `no-octal`. */
const CORRECT = [
  'for-direction',
  'no-async-promise-executor',
  'no-case-declarations',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-delete-var',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty',
  'no-empty-character-class',
  'no-empty-pattern',
  'no-empty-static-block',
  'no-ex-assign',
  'no-extra-boolean-cast',
  'no-fallthrough',
  'no-global-assign',
  'no-invalid-regexp',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-nonoctal-decimal-escape',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-self-assign',
  'no-shadow-restricted-names',
  'no-sparse-arrays',
  'no-unassigned-vars',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-unused-labels',
  'no-unused-private-class-members',
  'no-useless-assignment',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'preserve-caught-error',
  'require-yield',
  'use-isnan',
  'valid-typeof',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'no-array-constructor',
  'no-unused-expressions',
];
const TYPED = [
  'await-thenable',
  'ban-ts-comment',
  'no-array-delete',
  'no-base-to-string',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-for-in-array',
  'no-implied-eval',
  'no-misused-new',
  'no-misused-promises',
  'no-namespace',
  'no-non-null-asserted-optional-chain',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'require-await',
  'restrict-plus-operands',
  'restrict-template-expressions',
  'triple-slash-reference',
  'unbound-method',
  'consistent-type-imports',
];

const errors = (names, prefix = '') => Object.fromEntries(names.map((name) => [`${prefix}${name}`, 'error']));

const DOOR = {
  regex: '^(\\.\\./)+((services|packages)/)?[a-z0-9-]+/(src|gen)/',
  message: 'another package is entered by its exports only',
};
const NATS = {
  regex: '^(nats$|@nats-io/)',
  message: 'messages go through @symbio/events, which alone speaks to NATS',
};
const MONGO = {
  regex: '^(mongoose|mongodb)$',
  message: 'the database is known to models, repositories, migrations, @symbio/mongo and @symbio/people',
};

const NEW_KEYS = {
  regex: '^((node:)?crypto|jose)$',
  importNames: ['generateKeyPair', 'generateKeyPairSync'],
  message:
    'Node may hang permanently when such a key is exported: newPrivateKey of packages/topology/src/new-key.ts says why',
};

/** Refuses imports; the last matching override replaces earlier ones. */
const refuse = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: [...patterns, NEW_KEYS] }] });

/** Layers of the plumbing, lowest first: each imports only itself and lower ones. Blobs needs the lowest alone. */
const LAYERS = ['runtime', 'rpc', 'events', 'mongo'];

/** Refuses packages to some files. */
const above = (names, message) => ({ regex: `^@symbio/(${names.join('|')})(/|$)`, message });

/** Layers of the SPA, lowest first: each imports only itself and lower ones. */
const ROOMS = ['lib', 'components', 'evidence', 'viewer', 'map', 'features', 'app'];

/** Files of a feature, at two depths; how the path into another feature begins there. */
const FEATURE_FILES = [
  { files: ['web/src/features/*/*'], stranger: '^\\.\\./[a-z]' },
  { files: ['web/src/features/*/*/*'], stranger: '^\\.\\./\\.\\./[a-z]' },
];

/** Folders of the gateway with the folders that they may import, besides themselves. */
const GATEWAY = {
  http: [],
  present: ['http'],
  exports: ['http', 'present'],
  files: ['http', 'present'],
  live: ['http', 'present'],
  'sign-in': ['http', 'present'],
  public: ['http', 'present'],
  spa: ['http', 'present', 'exports'],
  mcp: ['http', 'present', 'public'],
  web: [],
  nginx: ['http', 'web'],
};

const lines = (max) => ({ 'max-lines': ['error', { max, skipBlankLines: true, skipComments: true }] });

/** Tables of data, which are longer. */
const TABLES = [
  'services/feature/eval/spotting/truth.ts',
  'services/feature/src/spotting/term-table.ts',
  'tools/lab/hostile/engine/bombs.ts',
];

/** A test may render a whole screen with its route. */
const WEB_TESTS = ['**/*.test.{ts,tsx}'];

export default {
  plugins: ['typescript', 'import', 'react', 'node'],
  jsPlugins: ['./tools/build/lint/plugin.mjs'],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/gen/**', '**/dist/**', '.cache/**', '.data*/**', '**/*.cjs', '**/*.mjs'],
  rules: {
    ...errors(CORRECT),
    ...errors(TYPED, 'typescript/'),
    // mongoose queries are thenables, not promises: without this an un-awaited deleteMany() passes lint and never runs
    'typescript/no-floating-promises': ['error', { checkThenables: true }],
    // destructuring names fields to omit them
    'no-unused-vars': ['error', { ignoreRestSiblings: true }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'house/no-promises-in-turn': 'error',
    'house/plain-english': 'error',
    'house/no-tools': 'error',
    ...lines(400),
    ...refuse(DOOR, NATS, MONGO),
  },
  overrides: [
    ...LAYERS.slice(0, -1).map((name, at) => ({
      files: [`packages/${name}/**`],
      rules: refuse(
        DOOR,
        NATS,
        MONGO,
        above([...LAYERS.slice(at + 1), 'blobs', 'people'], `${name} knows only lower layers`),
      ),
    })),
    {
      files: ['gateway/src/**'],
      rules: refuse(DOOR, NATS, MONGO, above(['mongo', 'blobs', 'people'], 'the gateway stores nothing')),
    },
    {
      files: [
        'services/*/src/**/{model,repository,*-repository,migrations/*}.ts',
        'packages/{mongo,people}/{src,test}/**',
        'services/*/test/**',
      ],
      rules: refuse(DOOR, NATS),
    },
    {
      files: ['packages/events/src/nats*.ts', 'packages/{operations,fixtures,topology}/**', 'tools/**', 'e2e/**'],
      rules: refuse(DOOR),
    },
    {
      // the walk and the upgrade are tests of an installation
      files: [
        'tools/**',
        'e2e/**',
        'packages/{operations,fixtures}/test/**',
        'packages/operations/src/walk*.ts',
        'gateway/test/upgrade.itest.ts',
      ],
      rules: { 'house/no-tools': 'off' },
    },
    // tests are read one by one
    { files: ['**/*.{test,itest,e2e}.{ts,tsx}'], rules: lines(500) },
    { files: TABLES, rules: { 'max-lines': 'off' } },
    { files: ['packages/topology/src/new-key.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: ['packages/*/src/**', 'services/*/src/**', 'gateway/src/**', 'proto/src/**'],
      rules: { 'node/no-process-env': 'error' },
    },
    {
      // programs that read the environment of an operator or a developer
      files: ['packages/{operations,fixtures,topology}/**'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: [
        '**/{config,main,*-main}.ts',
        '**/testing/**',
        '**/*.test.ts',
        'packages/runtime/src/{run-service,telemetry}.ts',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['web/src/**'],
      rules: {
        ...errors(['rules-of-hooks', 'exhaustive-deps'], 'react/'),
        'house/keys-of-events': 'error',
        // event handlers may be async: React ignores their result, and the handlers catch their errors
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      },
    },
    ...ROOMS.slice(0, -2).map((room, at) => ({
      files: [`web/src/${room}/**`],
      excludeFiles: WEB_TESTS,
      rules: refuse(DOOR, {
        regex: `^(\\.\\./)+(${ROOMS.slice(at + 1).join('|')})/`,
        message: `web/src/${room} knows only ${ROOMS.slice(0, at + 1).join(', ')}`,
      }),
    })),
    ...FEATURE_FILES.map(({ files, stranger }) => ({
      files,
      excludeFiles: WEB_TESTS,
      rules: refuse(DOOR, {
        regex: `${stranger}|^(\\.\\./)+(features|app)/`,
        message: 'features know neither each other nor the app: shared code belongs in evidence, the app combines them',
      }),
    })),
    ...Object.entries(GATEWAY).map(([folder, allowed]) => ({
      files: [`gateway/src/${folder}/**`],
      excludeFiles: ['**/*.test.ts'],
      rules: refuse(DOOR, NATS, MONGO, {
        regex: `^(\\.\\./)+(${Object.keys(GATEWAY)
          .filter((other) => other !== folder && !allowed.includes(other))
          .join('|')})/`,
        message: `gateway/src/${folder} imports only ${[folder, ...allowed].join(', ')}`,
      }),
    })),
  ],
};
