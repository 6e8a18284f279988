import { PublicApiPage } from '../../features/public-api/public-api-page.js';
import { WebhooksPanel } from '../../features/webhooks/webhooks-panel.js';

/** The public API's page with the webhooks. */
export const PublicApi = () => <PublicApiPage webhooks={<WebhooksPanel />} />;
