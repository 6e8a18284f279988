import { sampleEvidence } from '../testing/sample-evidence.js';
import { missingLetters } from './missing-letters.js';

it('names letters that no font of the report has, with a text that has one', async () => {
  const evidence = sampleEvidence();
  evidence.conclusions.text = 'The owner, 漢字 Trading, left in 1961.';
  expect(await missingLetters(evidence)).toEqual({
    ...{ letters: ['字', '漢'], text: 'The owner, 漢字 Trading, left in 1961.' },
  });
});

it('accepts Cyrillic, Greek, Hebrew and signs, which the fonts of Typst have', async () => {
  const evidence = sampleEvidence();
  expect(await missingLetters(evidence)).toBeUndefined();
  evidence.conclusions.text = 'Дана Ω א ≥ – ½ ☐';
  expect(await missingLetters(evidence)).toBeUndefined();
});

it('accepts all letters in names of streets, which a plan does not print as text', async () => {
  const line: [number, number][] = [
    [-75.166, 39.952],
    [-75.164, 39.952],
  ];
  expect(await missingLetters({ ...sampleEvidence(), streets: [{ name: '中山路', line }] })).toBeUndefined();
});
