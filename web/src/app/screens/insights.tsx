import { InsightsPage } from '../../features/insights/insights-page.js';
import { ReviewEntry } from '../../features/review/review-entry.js';

/** Insight Generation with the way into the review of proposals. */
export const Insights = () => <InsightsPage review={<ReviewEntry />} />;
