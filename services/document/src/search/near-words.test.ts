import { distance, keysToLookUp, nearest, nearKeys } from './near-words.js';

const meets = (word: string, token: string) => {
  const keys = new Set(nearKeys(token));
  return keysToLookUp(word).some((key) => keys.has(key));
};

describe('a misread word', () => {
  it.each([
    ['storage', 'storhge'],
    ['gasoline', 'gasollne'],
    ['gasoline', 'gasolne'],
    ['gasoline', 'gas0iine'],
    ['laundry', 'iaumdry'],
    ['garage', 'gahage'],
    ['machine', 'machne'],
    ['cleaning', 'cleanlngi'],
    ['plating', 'platign'],
    ['tank', 'tamk'],
    ['shop', 'shup'],
    ['coal', 'c0al'],
    ['shed', 'isheo'],
    ['yard', 'yardi'],
    ['lumber', 'lurnber'],
    ['barn', 'bam'],
    ['wheelwright', 'vvheelwrighi'],
    ['gas', '6as'],
  ])('of %s is %s: they share a key, or the distance is too large', (word, token) => {
    const found = meets(word, token) && (token.startsWith(word) || nearest(word, [token], 5).length === 1);
    // an unrelated digit exceeds the limit in a word of three
    expect(found).toBe(token !== '6as');
  });

  it.each([
    ['coal', 'coil'],
    ['oil', 'old'],
    ['street', 'stables'],
    ['1896', '1898'],
    // words themselves: only unknown ones of four letters may have an unrelated letter
    ['shop', 'show'],
    ['yard', 'hard'],
  ])('of %s is not %s', (word, token) => {
    expect(meets(word, token) && nearest(word, [token], 5).length === 1).toBe(false);
  });

  it('is found nearest first, without the word itself and its extensions', () => {
    const tokens = ['storage', 'storages', 'storigf', 'storhge', 'stofuge', 'sausage'];
    expect(nearest('storage', tokens, 2)).toEqual(['storhge', 'stofuge']);
  });
});

it('has half the distance for similar letters, strokes at the ends and letters read as two, and one for transposed letters', () => {
  expect(distance('garage', 'garage')).toBe(0);
  expect(distance('garage', 'gahage')).toBe(0.5);
  expect(distance('garage', 'gasage')).toBe(1);
  expect(distance('garage', 'gaarge')).toBe(1);
  expect(distance('garage', 'grage')).toBe(1);
  expect(distance('', 'abc')).toBe(3);
  expect([distance('shed', 'ished'), distance('shed', 'shedl'), distance('shed', 'shied')]).toEqual([0.5, 0.5, 1]);
  expect([distance('lumber', 'lurnber'), distance('barn', 'bam'), distance('lumber', 'luxnber')]).toEqual([
    0.5, 0.5, 2,
  ]);
});
