import { verdictOn } from './real-spots.js';

describe('spots on real sheets (FEAT-21)', () => {
  const KNOWN = [
    { landUse: 'coal_storage', x: 200, y: 100, printed: 'Coal Shed' },
    { landUse: 'dump', x: 600, y: 100, printed: '-' },
  ];
  const spot = (landUse: string, x: number) => ({ landUse, box: { x: x - 40, y: 90, width: 80, height: 20 } });

  it('are right or wrong as somebody saw who looked there, also some pixels aside', () => {
    expect(verdictOn(spot('coal_storage', 215), KNOWN)).toBe('right');
    expect(verdictOn(spot('dump', 600), KNOWN)).toBe('wrong');
  });

  it('have to be looked at elsewhere, or where another use is proposed', () => {
    expect(verdictOn(spot('coal_storage', 300), KNOWN)).toBe('not looked at');
    expect(verdictOn(spot('lumber_yard', 200), KNOWN)).toBe('not looked at');
  });
});
