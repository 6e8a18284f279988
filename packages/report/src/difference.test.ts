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

it('a mark that came or left with its mention is listed once, as the mention', () => {
  const [, { annotation_id: marked }] = sampleEvidence().mentions as [object, { annotation_id?: string }];
  const withCopy = (evidence: Evidence, id: string): void => {
    const mark = evidence.annotations.find((one) => one.id === marked);
    if (mark) evidence.annotations.push({ ...mark, id });
  };
  const mentionOf = (evidence: Evidence) => evidence.mentions.find((one) => one.annotation_id === marked);
  const removeMark = (evidence: Evidence): void => {
    evidence.annotations = evidence.annotations.filter(({ id }) => id !== marked);
  };
  const kinds = (change: (evidence: Evidence) => void) => changed(change).map((one) => [one.kind, one.change]);

  expect(
    kinds((evidence) => {
      const mention = mentionOf(evidence);
      withCopy(evidence, 'new mark');
      if (mention) evidence.mentions.push({ ...mention, id: 'new', annotation_id: 'new mark' });
    }),
  ).toEqual([['Mention', 'added']]);
  expect(
    kinds((evidence) => {
      evidence.mentions = evidence.mentions.filter((one) => one !== mentionOf(evidence));
      removeMark(evidence);
    }),
  ).toContainEqual(['Mention', 'removed']);
  const accepted = kinds((evidence) => {
    withCopy(evidence, 'copy');
    Object.assign(mentionOf(evidence) ?? {}, { annotation_id: 'copy' });
    removeMark(evidence);
  });
  expect(accepted).toEqual([['Mention', 'changed']]);
});

it('a mark that was deleted under its mention, or has no mention, is listed', () => {
  const marks = changed((evidence) => {
    const [mark] = evidence.annotations;
    if (mark) evidence.annotations.push({ ...mark, id: 'alone', label: 'Alone' });
    const mention = evidence.mentions.find((one) => one.annotation_id === mark?.id);
    delete mention?.annotation_id;
    evidence.annotations.shift();
  }).filter(({ kind }) => kind === 'Mark');
  expect(marks.map(({ name, change }) => [name, change])).toEqual([
    ['Alone', 'added'],
    [sampleEvidence().annotations[0]?.label, 'removed'],
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
