import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { createSymbioClient } from '@symbio/client';
import { readConfig, regionsOf, runVisionAgent, type Recorded, type Region } from '@symbio/example-agent/vision';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { Api, LOCAL_API_KEY, stackUrl, type Many, type Page } from './api-client.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

interface Truth {
  text: string;
  landUse: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const USAGE = { input: 900, output: 60 };
const folder = mkdtempSync(path.join(os.tmpdir(), 'symbio-vision-'));
const SIDE = 1_024;

/** What a perfect model would answer about a region: every label that it shows, cut at its borders. */
function answerOf(truth: readonly Truth[], region: Region): string {
  const findings = truth.flatMap(({ text, landUse, x, y, width, height }) => {
    const left = Math.max(0, (x - region.x) / region.width);
    const top = Math.max(0, (y - region.y) / region.height);
    const right = Math.min(1, (x + width - region.x) / region.width);
    const bottom = Math.min(1, (y + height - region.y) / region.height);
    if (left >= right || top >= bottom) return [];
    const box = { left: left * 1_000, top: top * 1_000, right: right * 1_000, bottom: bottom * 1_000 };
    return [{ box, land_use: landUse, name: text, seen: 'Lettering.', transcription: text, confidence: 0.8 }];
  });
  return JSON.stringify({ findings });
}

const settings = (title: string, more: Record<string, string>) => {
  const given = {
    'symbio-url': stackUrl(),
    project: title,
    model: 'recorded',
    ledger: path.join(folder, 'ledger.jsonl'),
    'region-side': String(SIDE),
    ...more,
  };
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  return readConfig(args, { VISION_AGENT_SYMBIO_KEY: LOCAL_API_KEY }).config;
};

describe('the vision agent', () => {
  it('proposes what a model sees, once, within its budget and over a stop (API-10 to API-13)', async () => {
    const staff = await Api.signIn('staff@symbio.test');
    const title = `Sheets for a vision agent ${Date.now()}`;
    const project = await staff.createProject(title);
    const { pdf, sheets } = await makeTestSheetPdf();
    const document = await staff.process(
      await staff.uploadOne(project.id, 'sheet.pdf', pdf, 'sanborn_maps'),
      project.id,
    );
    const { body } = await staff.get<Many<Page & { width: number; height: number }>>(
      `/api/public/document-pages?document_id=${document.id}`,
    );
    const [page] = body.data as [Page & { width: number; height: number }];
    const drawn = sheets[0]?.labels ?? [];
    const scale = page.width / (sheets[0]?.width ?? 0);
    const truth = drawn.map(({ text, landUse, cx, cy, rx, ry }): Truth => {
      const [x, y, width, height] = [cx - rx, cy - ry, 2 * rx, 2 * ry].map((length) => length * scale);
      return { text, landUse, x, y, width, height } as Truth;
    });
    expect(truth.length).toBeGreaterThan(1);

    const regions = regionsOf(page, SIDE, 0.15);
    const partOf = ({ x, y, width, height }: Region): string =>
      `Part ${[x, y, width, height].join(',')} of page 1 of “${document.title}”`;
    const [first] = regions as [Region];
    const recording: Recorded[] = [
      // malformed once
      { part: partOf(first), content: 'I see a gas works.', usage: USAGE },
      ...regions.map((region) => ({ part: partOf(region), content: answerOf(truth, region), usage: USAGE })),
    ];
    const replay = path.join(folder, 'answers.jsonl');
    writeFileSync(replay, recording.map((one) => `${JSON.stringify(one)}\n`).join(''));

    const lines: string[] = [];
    const run = (more: Record<string, string> = {}) =>
      runVisionAgent({ config: settings(title, { replay, ...more }), log: (line) => void lines.push(line) });
    const stopped = await run({ 'max-requests': '3' });
    expect(stopped).toMatchObject({ isFinished: false, proposed: 0, spent: { requests: 3, tokens: 3 * 960 } });
    expect(lines.join('\n')).toMatch(/malformed[^]*The budget of 3 requests is spent/);

    const ended = await run();
    expect(ended.run).toMatchObject({ id: stopped.run.id, status: 'finished' });
    // each part was asked for once, and again after the malformed answer
    expect(ended).toMatchObject({ isFinished: true, skipped: 0, spent: { requests: regions.length + 1 } });

    const symbio = createSymbioClient({ baseUrl: stackUrl(), apiKey: LOCAL_API_KEY });
    const query = { run_id: ended.run.id, per_page: 100 };
    const { data: marks } = await symbio.get('/annotations', { params: { query } });
    expect(marks).toHaveLength(ended.proposed);
    expect(marks.map(({ content }) => content).sort()).toEqual(truth.map(({ text }) => text).sort());
    for (const mark of marks) {
      expect(mark).toMatchObject({ author_name: 'Vision agent 1.0.0 (recorded)', decisions: [] });
      const at = mark.coordinates as Truth;
      const nearest = Math.min(
        ...truth
          .filter(({ text }) => text === mark.content)
          .map(({ x, y, width, height }) =>
            Math.max(...[at.x - x, at.y - y, at.width - width, at.height - height].map(Math.abs)),
          ),
      );
      expect(nearest).toBeLessThan(0.01);
    }
    const { data: mentions } = await symbio.get('/mentions', {
      params: { query: { run_id: ended.run.id, per_page: 100 } },
    });
    expect(mentions).toHaveLength(marks.length);
    expect(mentions.map(({ current_confidence }) => current_confidence)).toEqual(marks.map(() => 8));

    await expect(run()).rejects.toThrow(/is finished/);
    // a new run of the same version finds its earlier proposals
    const again = await run({ ledger: path.join(folder, 'another.jsonl') });
    expect(again).toMatchObject({ isFinished: true, proposed: 0 });
  });
});
