import { checkPrerequisites, SCENARIOS, settingsOf } from './settings.js';

const BUILT = { IMAGE_BUILD_COMMAND: './load.sh' };

describe('settings of test:cluster', () => {
  it('build and run everything by default', () => {
    expect(settingsOf([], BUILT)).toMatchObject({
      buildCommand: './load.sh',
      standIns: false,
      registry: 'symbio',
      replicas: 2,
      pages: 200,
      scenarios: SCENARIOS,
    });
  });

  it('take the build command of the option before that of the environment', () => {
    expect(settingsOf(['--build-command', 'a', '--stand-ins'], BUILT)).toMatchObject({
      buildCommand: 'a',
      standIns: true,
    });
  });

  it('need a build command only when images are missing', () => {
    expect(() => settingsOf([], {})).toThrow('say how with --build-command or IMAGE_BUILD_COMMAND');
    expect(() => settingsOf(['--tag', '1'], {})).toThrow(
      'name images that are there already with --tag and --next-tag',
    );
    expect(settingsOf(['--tag', '1', '--next-tag', '2'], {}).buildCommand).toBeUndefined();
    expect(settingsOf(['--installed', '--only', 'kill'], {}).buildCommand).toBeUndefined();
  });

  it('select scenarios, which run in their order', () => {
    expect(settingsOf(['--only', 'kill,upgrade'], BUILT).scenarios).toEqual(['upgrade', 'kill']);
    expect(() => settingsOf(['--only', 'kills'], BUILT)).toThrow('--only names "kills"; there are journeys, ');
  });

  it.each([
    [['--rate', 'many'], '--rate is "many"; it must be a whole number from 1.'],
    [['--pages', '0'], '--pages is "0"'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('are refused with a sentence: %j', (args, sentence) => {
    expect(() => settingsOf(args, BUILT)).toThrow(sentence);
  });
});

describe('prerequisites of test:cluster', () => {
  const everything = (): string => '/bin/anything';

  it('are named in one sentence', () => {
    expect(() => checkPrerequisites({}, () => undefined)).toThrow(
      'npm run test:cluster needs KUBECONFIG, which names a cluster that may be worked on, and kubectl on the PATH, and helm on the PATH.',
    );
    expect(() => checkPrerequisites({ KUBECONFIG: 'x' }, (name) => (name === 'helm' ? undefined : name))).toThrow(
      'npm run test:cluster needs helm on the PATH.',
    );
  });

  it('are fine when they exist', () => {
    expect(() => checkPrerequisites({ KUBECONFIG: 'x' }, everything)).not.toThrow();
  });
});
