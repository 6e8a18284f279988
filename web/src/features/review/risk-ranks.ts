/** The order of review uses the ranks that labels on a sheet use. */
export { RANKED_LAND_USES, riskRank, type RiskRank } from '../../evidence/risk-ranks.js';
