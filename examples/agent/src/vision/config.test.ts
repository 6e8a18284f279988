import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from './config.js';

const ENV = { VISION_AGENT_SYMBIO_KEY: 'sk_1', VISION_AGENT_MODEL_KEY: 'secret' };
const ARGS = ['--project', 'Works', '--model', 'm', '--model-url', 'https://models.example.com/v1'];

describe('the settings of the vision agent', () => {
  it('come from arguments, the environment and a file, in this order', () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'vision-')), 'agent.json');
    writeFileSync(file, JSON.stringify({ region_side: 600, picture_width: 700, overlap: 0.2, land_uses: 'a, b' }));
    const env = { ...ENV, VISION_AGENT_REGION_SIDE: '800', VISION_AGENT_PICTURE_WIDTH: '900' };
    const { config, isDryRun } = readConfig([...ARGS, '--config', file, '--region-side', '1000', '--dry-run'], env);
    expect(config).toMatchObject({
      region_side: 1_000,
      picture_width: 900,
      overlap: 0.2,
      land_uses: ['a', 'b'],
      symbio_key: 'sk_1',
      model_key: 'secret',
      agent_version: '1.0.0 (m)',
    });
    expect(isDryRun).toBe(true);
  });

  it('have no default host for pictures', () =>
    expect(() => readConfig(['--project', 'Works', '--model', 'm'], ENV)).toThrow('model_url is required'));

  it('take no key as an argument, which other users of the machine see', () =>
    expect(() => readConfig([...ARGS, '--model-key', 'secret'], ENV)).toThrow(/Unknown option/));

  it('are refused with every wrong one named', () =>
    expect(() => readConfig([...ARGS, '--overlap', '0.9', '--max-cost', '5'], {})).toThrow(
      /symbio_key is required[^]*overlap/,
    ));

  it('limit the cost only with prices', () =>
    expect(() => readConfig([...ARGS, '--max-cost', '5'], ENV)).toThrow('max_cost needs price_input and price_output'));
});
