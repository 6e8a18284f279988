import { InsightsPage } from '../../features/insights/insights-page.js';
import { ReviewEntry } from '../../features/review/review-entry.js';

export const Insights = () => <InsightsPage review={<ReviewEntry />} />;
