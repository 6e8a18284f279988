/** Lists of vendors' radius reports as lists of a search. */

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/DELISTED|DNPL/, 'NPL-DELISTED'],
  [/^(?:STATE|ST|TRIBAL).*\bNPL|^SHWS\b|^HSL$/, 'STATE-NPL'],
  [/\bNPL\b/, 'NPL'],
  [/SEMS.?ARCHIVE|NFRAP|CERCLIS.?ARCHIVE/, 'SEMS-ARCHIVE'],
  [/^SEMS\b|^CERCLIS\b/, 'SEMS'],
  [/CORRACTS|^RCRAC$|CORRECTIVE/, 'RCRA-CORRACTS'],
  [/TSDF?\b|^RCRAT$/, 'RCRA-TSD'],
  [/(?:RCRA.*|^)(?:LQG|LARGE)/, 'RCRA-LQG'],
  [/(?:RCRA.*|^)(?:VSQG|CESQG|VERY SMALL|CONDITIONAL)/, 'RCRA-VSQG'],
  [/(?:RCRA.*|^)(?:SQG|SMALL)/, 'RCRA-SQG'],
  [/RCRA.*(?:NON|NLR)|^RCRANGR/, 'RCRA-NONGEN'],
  [/^ERNS|^HMIRS/, 'ERNS'],
  [/^(?:US|FED(?:ERAL)?)\b.*(?:INST|ENG|IC|EC)\b|^US (?:INST|ENG) CONTROLS?$|^LUCIS$/, 'US-IC-EC'],
  [/INST(?:ITUTIONAL)? CONTROL|ENG(?:INEERING)? CONTROL|^AULS?$|ACTIVITY AND USE/, 'STATE-IC-EC'],
  [/LUST|LPST|LTANKS?|LEAKING|^LAST\b/, 'LUST'],
  [/\bUST\b|^UST|^PST$|UNDERGROUND/, 'UST'],
  [/\bAST\b|^AST|ABOVEGROUND|^TANKS$/, 'AST'],
  [/SWF|LANDFILL|SOLID WASTE|^CLI$|^SWRCY/, 'LANDFILL'],
  [/^VCP|VOLUNTARY|^INDIAN VCP/, 'VCP'],
  [/BROWNFIELD|^BRNFD|^ACRES\b/, 'BROWNFIELD'],
  [/SPILLS?\b|CHMIRS/, 'SPILLS'],
  [/^TRIS?\b|^TOXIC/, 'TRI'],
  [/NPDES|^PCS\b/, 'NPDES'],
  [/^AIRS?\b|^AIR\b|^ICIS.AIR/, 'AIR'],
];

/** The list of a search that a vendor's list belongs to; OTHER if it has none. */
export function vendorList(name: string): string {
  const upper = name.toUpperCase().trim();
  return NAMES.find(([pattern]) => pattern.test(upper))?.[1] ?? 'OTHER';
}
