import { journeyInChromium } from '../chromium.js';
import { told } from '../../drills/work/scenario.js';
import type { Proof } from '../scenario.js';
import type { Outcome } from '../../drills/work/table.js';

/** The main job through the API, from within the cluster as `helm test` does it, and in Chromium. */
export async function journeys(proof: Proof, when: string): Promise<Outcome[]> {
  const { helm, session, say } = proof;
  const byApi = async () => {
    await helm.test();
    return { note: 'project, upload, pages, annotation, feature, mention' };
  };
  const inChromium = async () => {
    await journeyInChromium(session.site.url);
    return { note: 'sign in at Keycloak, upload, sheet, ellipse, feature, history' };
  };
  return [await told(`helm test, ${when}`, byApi, say), await told(`Chromium, ${when}`, inChromium, say)];
}
