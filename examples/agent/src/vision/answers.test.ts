import { MalformedAnswer, questionnaire } from './answers.js';

const USES = [{ value: 'gasoline_station', label: 'Gasoline station' }];
const REGION = { x: 2_000, y: 500, width: 1_000, height: 800 };
const PICTURE = { width: 500, height: 400 };
const found = {
  box: { left: 100, top: 40, right: 200, bottom: 80 },
  land_use: 'gasoline_station',
  name: 'Smith’s garage',
  seen: 'Two circles beside a garage.',
  transcription: 'GAS TANKS',
  confidence: 0.8,
};
const content = (...findings: object[]): string => JSON.stringify({ findings });

describe('answers of a model', () => {
  it('map pixels of the picture back to the page', () =>
    expect(questionnaire(USES, 'pixels').findingsOf(content(found), REGION, PICTURE)).toEqual([
      {
        box: { x: 2_200, y: 580, width: 200, height: 80 },
        landUse: 'gasoline_station',
        name: 'Smith’s garage',
        seen: 'Two circles beside a garage.',
        transcription: 'GAS TANKS',
        confidence: 0.8,
      },
    ]));

  it('map thousandths back to the page, whatever the size of the picture', () =>
    expect(questionnaire(USES, 'thousandths').findingsOf(content(found), REGION, PICTURE)[0]?.box).toEqual({
      x: 2_100,
      y: 532,
      width: 100,
      height: 32,
    }));

  it('may stand in a code fence', () =>
    expect(
      questionnaire(USES, 'pixels').findingsOf(`\`\`\`json\n${content(found)}\n\`\`\``, REGION, PICTURE),
    ).toHaveLength(1));

  it('are clipped to the picture where they exceed it by little', () => {
    const box = { left: -4, top: 0, right: 505, bottom: 400 };
    expect(questionnaire(USES, 'pixels').findingsOf(content({ ...found, box }), REGION, PICTURE)[0]?.box).toEqual(
      REGION,
    );
  });

  it.each([
    ['no JSON', 'I see a tank.', 'the whole answer'],
    ['an unknown land use', content({ ...found, land_use: 'palace' }), 'findings.0.land_use'],
    ['a field too many', content({ ...found, note: 'x' }), 'findings.0'],
    ['a box beyond the picture', content({ ...found, box: { ...found.box, right: 900 } }), 'findings.0.box'],
    ['an empty box', content({ ...found, box: { ...found.box, right: 100 } }), 'findings.0.box'],
    ['an impossible confidence', content({ ...found, confidence: 80 }), 'findings.0.confidence'],
    ['nothing seen', content({ ...found, seen: ' ' }), 'findings.0.seen'],
    ['too many findings', content(...Array.from({ length: 41 }, () => found)), 'more than 40 findings'],
  ])('are malformed with %s', (_, answer, fields) =>
    expect(() => questionnaire(USES, 'pixels').findingsOf(answer, REGION, PICTURE)).toThrow(
      new MalformedAnswer(fields),
    ),
  );

  it('cannot be asked for without a land use', () => expect(() => questionnaire([], 'pixels')).toThrow(/land uses/));
});
