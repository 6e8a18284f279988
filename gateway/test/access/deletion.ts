/** A project that is deleted, restored and erased, at routes and methods. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { serviceActor } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { ADMINISTRATOR, CREATOR } from './callers.js';
import { callBy } from './credentials.js';
import { inWords, prepare, readStream, withCallers, wrongAnswers } from './deleted-project.js';
import { callRows, matrix, routeRows, SETUP_LIMIT_MS } from './matrix.js';
import { there } from './there.js';

describe('a project that is deleted', () => {
  let requests: Awaited<ReturnType<typeof prepare>>;
  let addresses: string[];
  const served = async (): Promise<number[]> =>
    Promise.all(addresses.map(async (address) => (await fetch(matrix.system.url + address)).status));
  beforeAll(async () => {
    requests = await prepare(matrix.apart, routeRows, callRows);
    const { document: service } = matrix.system.clients;
    const creator = await matrix.world.as(CREATOR);
    const { url } = await service.createDownloadUrl({ id: matrix.apart.document.id, expiresIn: 3_600 }, creator);
    const { page } = await service.getPage({ id: matrix.apart.page.id }, creator);
    const { tileSource } = there(page, 'page');
    const visit = { projectId: matrix.apart.projectId, visitId: matrix.apart.visit.id };
    const { photographs } = await service.listPhotographs(visit, creator);
    addresses = [
      url,
      `${tileSource?.url}0/0_0.${tileSource?.format}`,
      there(photographs[0], 'photograph').thumbnailUrl,
    ].map((address) => {
      const { pathname, search } = new URL(address, matrix.system.url);
      return pathname + search;
    });
  }, SETUP_LIMIT_MS);

  it(
    'is out of sight for everybody who saw it, administrators and keys too, in every service (OP-09, AUTH-37)',
    async () => {
      expect(requests.length).toBeGreaterThan(80);
      expect(await served()).toEqual([200, 200, 200]);
      const stream = await readStream(matrix.world, matrix.apart.projectId);
      await matrix.system.clients.project.deleteProject({ id: matrix.apart.projectId }, await matrix.world.as(CREATOR));
      expect(await stream.all).toContain('"entity":"project","verb":"deleted"');
      await eventually(async () => expect(await served()).toEqual([404, 404, 404]));
      const wrong = await wrongAnswers(withCallers(requests), ({ isList }) => (isList ? 'nothing' : 404));
      expect(wrong.map(inWords)).toEqual([]);
    },
    SETUP_LIMIT_MS,
  );

  it(
    'is back as it was when that is undone',
    async () => {
      await matrix.system.clients.project.restoreProject(
        { id: matrix.apart.projectId },
        await matrix.world.as(CREATOR),
      );
      await eventually(async () => expect(await served()).toEqual([200, 200, 200]));
      let wrong = withCallers(requests.filter(({ reads }) => reads));
      await eventually(async () => {
        wrong = await wrongAnswers(wrong, () => 'ok');
        expect(wrong.map(inWords)).toEqual([]);
      });
    },
    SETUP_LIMIT_MS,
  );

  it(
    'is gone from every service when it is deleted permanently, with its files',
    async () => {
      const { document, page, mark, feature, mention, job, runId, visit, photograph, projectId } = matrix.apart;
      const { clients } = matrix.system;
      const kept = async (): Promise<string[]> => {
        const asProcess = await callBy(serviceActor('feature'));
        const tries: Record<string, Promise<unknown>> = {
          document: clients.document.getDocument({ id: document.id }, asProcess),
          page: clients.document.getPage({ id: page.id }, asProcess),
          photograph: clients.document.updatePhotograph({ id: photograph.id, caption: '' }, asProcess),
          mark: clients.annotation.getAnnotation({ id: mark.id }, asProcess),
          run: clients.annotation.getRun({ id: runId }, asProcess),
          feature: clients.feature.getFeature({ id: feature.id }, asProcess),
          mention: clients.feature.getMention({ id: mention.id }, asProcess),
          job: clients.job.getJob({ id: job.id }, asProcess),
          visit: clients.project.restoreSiteVisit({ id: visit.id }, asProcess),
        };
        const outcomes = await Promise.all(
          Object.entries(tries).map(async ([name, run]) => [name, await outcomeOf(run)] as const),
        );
        return outcomes
          .filter(([, outcome]) => outcome !== 'NOT_FOUND')
          .map(([name, outcome]) => `${name}: ${outcome}`);
      };
      await clients.project.deleteProject({ id: projectId }, await matrix.world.as(ADMINISTRATOR));
      // soft-deleted: our own processes still see all of it
      expect((await kept()).length).toBe(9);
      await clients.project.eraseProject({ id: projectId }, await matrix.world.as(ADMINISTRATOR));
      await eventually(async () => expect(await kept()).toEqual([]));
      const folder = path.join(matrix.system.blobDir, 'projects', projectId);
      const files = () =>
        existsSync(folder)
          ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
          : [];
      await eventually(() => expect(files().map(({ name }) => name)).toEqual([]));
    },
    SETUP_LIMIT_MS,
  );
});
