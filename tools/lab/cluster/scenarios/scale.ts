import { makeMapSet } from '@symbio/fixtures/map-set';
import type { Autoscaler } from '../kube.js';
import { watched, withoutLoad } from '../../harness/scenario.js';
import type { ClusterContext } from '../context.js';
import type { Outcome } from '../../harness/report.js';
import { eventually, makeProject, pagesOf, processed } from '../../harness/world.js';

const WORKER = 'document-worker';
/** Sheets of one document, as in a set of maps. */
const SHEETS = 20;
/** Pixels, as in sheets from map sellers (the corpus has 1,407 to 1,452). */
const SHEET_PIXELS = 1450;
const LOOK_MS = 2_000;
/** Timeout for all pages in milliseconds; on two processors 200 take some minutes. */
const ALL_PAGES_MS = 45 * 60_000;
/**
 * Timeout for scaling down in milliseconds: the chart's scaleDownSeconds of this run, plus the autoscaler's interval.
 */
const BACK_MS = 10 * 60_000;

async function autoscaler({ kube }: ClusterContext): Promise<Autoscaler> {
  const all = await kube.list<Autoscaler>('horizontalpodautoscalers.autoscaling');
  const found = all.find(({ spec }) => spec.scaleTargetRef.name.endsWith(`-${WORKER}`));
  if (!found) throw new Error(`${WORKER} has no HorizontalPodAutoscaler`);
  return found;
}

/** Queue of pages: the autoscaler adds workers, every page is made once, and the workers are removed. */
export const scale = (context: ClusterContext): Promise<Outcome> =>
  withoutLoad(
    `scale: a queue of ${context.settings.pages} pages`,
    async () => {
      const { client, settings, say, kube } = context;
      const least = (await autoscaler(context)).spec.minReplicas ?? 1;
      const projectId = await makeProject(client, `Queue ${context.world.run}`);
      const years = Array.from({ length: SHEETS }, (_, place) => 1887 + place);
      const { pdf } = await makeMapSet({ seed: 7, width: SHEET_PIXELS, years });
      const began = Date.now();
      const count = Math.ceil(settings.pages / SHEETS);
      const documents: string[] = [];
      for (let at = 1; at <= count; at++) documents.push(await processed(client, projectId, `set ${at}.pdf`, pdf));

      let most = 0;
      let grown: number | undefined;
      let pages = 0;
      const look = async (): Promise<void> => {
        const replicas = (await autoscaler(context)).status.currentReplicas ?? 0;
        if (replicas > Math.max(most, least))
          say(`  ${replicas} workers after ${((Date.now() - began) / 1000).toFixed(0)} s`);
        if (replicas > least) grown ??= Date.now();
        most = Math.max(most, replicas);
      };
      await watched(LOOK_MS, look, async () => {
        for (const id of documents) pages += (await pagesOf(client, id, ALL_PAGES_MS)).length;
      });
      const seconds = (Date.now() - began) / 1000;
      await eventually(async () => {
        const replicas = (await kube.pods(WORKER)).length;
        if (replicas > least) throw new Error(`there are still ${replicas} workers, not ${least}`);
      }, BACK_MS);
      const back = (Date.now() - began) / 1000 - seconds;
      const hourly = (pages / seconds) * 3600;
      return {
        note:
          `${pages} pages in ${seconds.toFixed(0)} s (${hourly.toFixed(0)} an hour), ${least} to ${most} workers` +
          `${grown === undefined ? '' : `, the first more after ${((grown - began) / 1000).toFixed(0)} s`}, back after ${back.toFixed(0)} s`,
        problems: [
          ...(pages === count * SHEETS ? [] : [`${pages} pages are there, not ${count * SHEETS}`]),
          ...(grown === undefined ? ['no worker was added'] : []),
        ],
      };
    },
    context.say,
  );
