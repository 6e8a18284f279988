import { nextStep, page, type Found } from './page.js';

const ALL: Found = {
  programs: ['kubectl', 'helm', 'docker', 'kind', 'skaffold'],
  dockerRuns: true,
  context: 'kind-symbio',
  serverVersion: 'v1.34.1',
  hasStorage: true,
  hasNamespace: true,
  isInstalled: false,
};

describe('npm run k8s', () => {
  it.each<[string, Partial<Found>, RegExp]>([
    ['without kubectl', { programs: [] }, /^Install kubectl/],
    ['without Helm', { programs: ['kubectl'] }, /^Install Helm/],
    ['without a cluster, with kind', { serverVersion: undefined }, /^kind create cluster/],
    [
      'without a cluster, with minikube',
      { serverVersion: undefined, programs: ['kubectl', 'helm', 'minikube'] },
      /^minikube start/,
    ],
    [
      'without any of them',
      { serverVersion: undefined, dockerRuns: false, programs: ['kubectl', 'helm'] },
      /^Start Docker/,
    ],
    ['on an old cluster', { serverVersion: 'v1.29.4' }, /v1\.29\.4.*v1\.30/],
    ['without storage', { hasStorage: false }, /storage class/],
    ['with all of it', {}, /^skaffold dev$/],
    ['without skaffold', { programs: ['kubectl', 'helm'] }, /^Install skaffold/],
    ['when it is installed', { isInstalled: true }, /port-forward service\/symbio-web/],
  ])('%s it prints one next step', (_when, found, step) => {
    expect(nextStep({ ...ALL, ...found })).toMatch(step);
    expect(page({ ...ALL, ...found })).toContain(`Next\n  ${nextStep({ ...ALL, ...found })}\n`);
  });

  it('has one page, and explains how the current cluster gets its images', () => {
    expect(page(ALL).split('\n').length).toBeLessThan(50);
    expect(page(ALL)).toContain('kind load docker-image --name symbio');
    expect(page({ ...ALL, context: 'minikube' })).toContain('minikube image load');
    expect(page({ ...ALL, context: 'arn:aws:eks' })).toContain('docker push');
  });
});
