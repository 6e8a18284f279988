import { checkPrerequisites, SCENARIOS, settingsOf } from './settings.js';

describe('settings of test:cluster', () => {
  it('make everything, with images of their own for infrastructure, where nothing else is said', () => {
    expect(settingsOf([], {})).toMatchObject({
      buildCommand: '../shared/cluster/cluster build',
      standIns: true,
      registry: 'symbio',
      replicas: 2,
      pages: 200,
      scenarios: SCENARIOS,
    });
  });

  it('take public images where somebody names a build command, unless told otherwise', () => {
    expect(settingsOf([], { IMAGE_BUILD_COMMAND: './load.sh' })).toMatchObject({
      buildCommand: './load.sh',
      standIns: false,
    });
    expect(settingsOf(['--build-command', 'a', '--stand-ins'], {})).toMatchObject({
      buildCommand: 'a',
      standIns: true,
    });
    expect(settingsOf(['--no-stand-ins'], {})).toMatchObject({ standIns: false });
  });

  it('name scenarios, which run in their order', () => {
    expect(settingsOf(['--only', 'kill,upgrade'], {}).scenarios).toEqual(['upgrade', 'kill']);
    expect(() => settingsOf(['--only', 'kills'], {})).toThrow('--only names "kills"; there are journeys, ');
  });

  it.each([
    [['--rate', 'many'], '--rate is "many"; it must be a whole number from 1.'],
    [['--pages', '0'], '--pages is "0"'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('are refused with a sentence: %j', (args, sentence) => {
    expect(() => settingsOf(args, {})).toThrow(sentence);
  });
});

describe('what test:cluster needs', () => {
  const everything = (): string => '/bin/anything';

  it('is told in one sentence', () => {
    expect(() => checkPrerequisites({}, () => undefined)).toThrow(
      'npm run test:cluster needs KUBECONFIG, which names a cluster that may be worked on, and kubectl on the PATH, and helm on the PATH.',
    );
    expect(() => checkPrerequisites({ KUBECONFIG: 'x' }, (name) => (name === 'helm' ? undefined : name))).toThrow(
      'npm run test:cluster needs helm on the PATH.',
    );
  });

  it('is no matter when it is there', () => {
    expect(() => checkPrerequisites({ KUBECONFIG: 'x' }, everything)).not.toThrow();
  });
});
