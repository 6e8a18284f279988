import { BUNDLED, componentOf, type Deployment, type KubeObject } from '../kube.js';
import { lossesOf, tally } from '../../harness/ledger.js';
import { underLoad, withoutLoad } from '../../harness/scenario.js';
import type { ClusterContext } from '../context.js';
import { type Outcome } from '../../harness/report.js';
import { storedRows } from '../../harness/stored-rows.js';
import { eventually, makeProject } from '../../harness/world.js';

interface Job extends KubeObject {
  spec: { template: { spec: { containers: { args?: string[] }[] } } };
  status?: { conditions?: { type: string; status: string; message?: string }[] };
}

/** Timeout of a backup or restore in milliseconds: a trial has little data. */
const JOB_MS = 10 * 60_000;

/** Runs a Job made from a CronJob, as operators do. @throws Error when it fails */
async function runJob(
  { kube }: ClusterContext,
  cronJob: string,
  name: string,
  args?: readonly string[],
): Promise<string> {
  const from = `--from=cronjob/${kube.instance}-${cronJob}`;
  const job = JSON.parse(await kube.do('create', 'job', name, from, '--dry-run=client', '--output', 'json')) as Job;
  const [container] = job.spec.template.spec.containers;
  if (container && args) container.args = [...args];
  await kube.apply(JSON.stringify(job));
  const end = await eventually(async () => {
    const { status } = JSON.parse(await kube.do('get', 'job', name, '--output', 'json')) as Job;
    const found = status?.conditions?.find(({ type, status }) => status === 'True' && /^(Complete|Failed)$/.test(type));
    if (!found) throw new Error(`the Job ${name} is not over`);
    return found;
  }, JOB_MS);
  const output = await kube.do('logs', `job/${name}`, '--tail=20');
  await kube.do('delete', 'job', name);
  if (end.type !== 'Complete') throw new Error(`the Job ${name} failed: ${output}`);
  return output;
}

/**
 * A backup while people work, then the loss of everything: writes acknowledged before the backup are restored, later
 * ones are not.
 */
export async function restore(context: ClusterContext): Promise<Outcome[]> {
  const { client, kube, ledger, say, world } = context;
  const before = () => ledger.writes.filter(({ acknowledged }) => acknowledged);
  let kept = before();
  const backup = await underLoad(context, 'backup while people work', false, async () => {
    kept = before();
    await runJob(context, 'backup', 'backup-now');
    return { note: `${kept.length} acknowledged writes before it` };
  });
  if (backup.problems.length > 0) return [backup];
  const back = await withoutLoad(
    'restore over what is there',
    async () => {
      const later = await makeProject(client, `After the backup ${world.run}`);
      const own = (await kube.list<Deployment>('deployments')).filter(
        (deployment) => !BUNDLED.has(componentOf(deployment)) && componentOf(deployment) !== 'web',
      );
      for (const { metadata } of own) await kube.do('scale', 'deployment', metadata.name, '--replicas=0');
      await eventually(async () => {
        const left = (await kube.pods()).filter((pod) => own.some((one) => componentOf(one) === componentOf(pod)));
        if (left.length > 0) throw new Error(`still there: ${left.map(componentOf).join(', ')}`);
      }, JOB_MS);
      const began = Date.now();
      await runJob(context, 'operations', 'restore-now', ['restore', '--force', '/backups/']);
      const seconds = (Date.now() - began) / 1000;
      for (const { metadata, spec } of own)
        await kube.do('scale', 'deployment', metadata.name, `--replicas=${spec.replicas}`);
      await kube.settled();
      const found = await eventually(() => storedRows(client, world));
      const problems = lossesOf(tally(kept, found));
      if (found.some(({ id }) => id === later)) problems.push('a project made after the backup is there');
      return { note: `${kept.length} writes there again, ${seconds.toFixed(0)} s for the Job`, problems };
    },
    say,
  );
  return [backup, back];
}
