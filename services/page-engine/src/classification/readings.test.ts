import { distance, readings } from './readings.js';

describe('readings of a text', () => {
  it('begin with the original text, and have no others if nothing looks misread', () => {
    expect(readings('certified sanborn map report 1951')).toEqual(['certified sanborn map report 1951']);
  });

  it.each([
    ['sanb0rn map rep0rt', 'sanborn map report'],
    ['c e r t i f i e d', 'certified'],
    ['quest1onnaire', 'questionnaire'],
    ['environmcntal site asscssment', 'environmental site assessment'],
    ['environmentalsite', 'environmental site'],
    ['permlts for 2 tanks in 1951', 'permits for 2 tanks in 1951'],
  ])('%s may mean %s', (seen, meant) => {
    expect(readings(seen)).toContain(meant);
  });

  it.each(['the director of public works', 'mapping', 'a small street', 'december 2001'])('leave %s alone', (text) => {
    expect(readings(text)).toEqual([text]);
  });

  it('count insertions, deletions and substitutions', () => {
    expect([distance('deed', 'deed', 2), distance('deed', 'need', 2), distance('deed', 'ded', 2)]).toEqual([0, 1, 1]);
    expect(distance('deed', 'survey', 2)).toBe(3);
    expect(distance('abcd', 'wxyz', 2)).toBe(3);
  });
});
