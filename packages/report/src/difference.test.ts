import { difference } from './difference.js';
import type { Evidence } from './evidence.js';
import { sampleEvidence } from './testing/sample-evidence.js';

function changed(change: (evidence: Evidence) => void) {
  const after = sampleEvidence();
  change(after);
  return difference(sampleEvidence(), after);
}

it('nothing differs between equal versions, whatever their numbers', () => {
  expect(changed((evidence) => Object.assign(evidence.version, { number: 4, id: 'other' }))).toEqual([]);
});

it('a thing that was added or removed is one entry', () => {
  const differences = changed((evidence) => {
    const [mention] = evidence.mentions;
    if (mention) evidence.mentions.push({ ...mention, id: 'new', narrative: 'A second holder.' });
    evidence.gaps.pop();
    evidence.figures.splice(0, 1);
  });
  expect(differences.map(({ kind, name, change }) => [kind, name, change])).toEqual([
    ['Mention', 'A second holder.', 'added'],
    ['Figure', 'Oil house', 'removed'],
    ['Data gap', 'No source between 1923 and 1939', 'removed'],
  ]);
});

it('a changed thing names its fields with both values', () => {
  const differences = changed((evidence) => {
    Object.assign(evidence.features[0]?.determination ?? {}, { kind: 'crec' });
    Object.assign(evidence.mentions[1] ?? {}, { confidence: 4 });
    Object.assign(evidence.assessment.components[0] ?? {}, { date: '2026-11-20' });
    Object.assign(evidence.documents[0] ?? {}, { sha256: 'x' });
    evidence.sections.pop();
  });
  expect(differences).toMatchObject([
    { kind: 'Component', fields: [{ field: 'date', from: '2026-11-18', to: '2026-11-20' }] },
    {
      kind: 'Feature',
      name: 'Riverside Gas Works',
      fields: [{ field: 'determination.kind', from: 'rec', to: 'crec' }],
    },
    { kind: 'Mention', fields: [{ field: 'confidence', from: '9', to: '4' }] },
    { kind: 'Source', fields: [{ field: 'sha256', to: 'x' }] },
    { kind: 'Text', id: 'interviews', change: 'removed', fields: [{ field: 'text', to: '' }] },
  ]);
});

it('the order of lists does not differ', () => {
  expect(changed((evidence) => evidence.mentions.reverse())).toEqual([]);
});
