import { InsightsPage } from '../../features/insights/insights-page.js';
import { ReviewEntry } from '../../features/review/review-entry.js';

/** Insight Generation with the entry to proposal review. */
export const Insights = () => <InsightsPage review={<ReviewEntry />} />;
