import { PublicApiPage } from '../../features/public-api/public-api-page.js';
import { WebhooksPanel } from '../../features/webhooks/webhooks-panel.js';

export const PublicApi = () => <PublicApiPage webhooks={<WebhooksPanel />} />;
