import { PublicApiPage } from '../../features/public-api/public-api-page.js';
import { WebhooksPanel } from '../../features/webhooks/webhooks-panel.js';

/** Public API page with webhooks. */
export const PublicApi = () => <PublicApiPage webhooks={<WebhooksPanel />} />;
