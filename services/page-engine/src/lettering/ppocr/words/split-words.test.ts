import type { Letter } from '../recognition/ctc.js';
import { splitWords } from './split-words.js';

const lettersOf = (text: string): Letter[] => [...text].map((character, step) => ({ character, step, value: 0.9 }));
const split = (text: string): string[] =>
  splitWords(lettersOf(text)).map((word) => word.map(({ character }) => character).join(''));

describe('a reading of several words', () => {
  it.each([
    ['GAS  HOLDER', ['GAS', 'HOLDER']],
    ['Mach.Shop', ['Mach.', 'Shop']],
    ["A.DUGAN'S.SAWING,PLANING&MOULDING", ['A.', "DUGAN'S.", 'SAWING,', 'PLANING&', 'MOULDING']],
    ['N.Y.LEATHER', ['N.Y.', 'LEATHER']],
    ['No.5', ['No.5']],
    ['3.5', ['3.5']],
    ['RawSugar', ['Raw', 'Sugar']],
    ['AVContd', ['AVContd']],
    ['McMillan', ['McMillan']],
    ['COALYARD', ['COAL', 'YARD']],
    ['LUMBERYARD', ['LUMBERYARD']],
    ['IRONFOUNDRY.', ['IRON', 'FOUNDRY.']],
    ['GRAYSON', ['GRAYSON']],
    ['ROCKWELL', ['ROCKWELL']],
    ['SOAPFAC', ['SOAP', 'FAC']],
    ["FAC'Y", ["FAC'Y"]],
    ['', []],
  ])('"%s" is these words: %j', (text, words) => {
    expect(split(text)).toEqual(words);
  });
});
