import { isList } from './lists.js';
import { vendorList } from './vendor-lists.js';

describe('a list of a radius report', () => {
  it.each([
    ['NPL', 'NPL'],
    ['Delisted NPL', 'NPL-DELISTED'],
    ['SEMS-ARCHIVE', 'SEMS-ARCHIVE'],
    ['RCRA CORRACTS', 'RCRA-CORRACTS'],
    ['RCRA-TSDF', 'RCRA-TSD'],
    ['RCRA-VSQG', 'RCRA-VSQG'],
    ['RCRA NonGen / NLR', 'RCRA-NONGEN'],
    ['LUST', 'LUST'],
    ['LPST', 'LUST'],
    ['HIST UST', 'UST'],
    ['US INST CONTROL', 'US-IC-EC'],
    ['INST CONTROL', 'STATE-IC-EC'],
    ['NY Spills', 'SPILLS'],
    ['US BROWNFIELDS', 'BROWNFIELD'],
    ['FINDS', 'OTHER'],
  ])('%s belongs to %s', (name, list) => {
    expect(vendorList(name)).toBe(list);
    expect(isList(list)).toBe(true);
  });
});
