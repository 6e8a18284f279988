export interface Found {
  programs: readonly string[];
  dockerRuns: boolean;
  context: string | undefined;
  /** Version of the cluster; undefined when none answers. */
  serverVersion: string | undefined;
  hasStorage: boolean;
  hasNamespace: boolean;
  isInstalled: boolean;
}

/** Minor version of the oldest Kubernetes that the chart supports. */
const OLDEST_MINOR = 30;

const LOCAL = /^(?:kind-|minikube$|docker-desktop$|k3d-|colima)/;

/** Next step: the first missing prerequisite. */
export function nextStep(found: Found): string {
  const has = (name: string): boolean => found.programs.includes(name);
  if (!has('kubectl')) return 'Install kubectl (https://kubernetes.io/docs/tasks/tools).';
  if (!has('helm')) return 'Install Helm 3 (https://helm.sh/docs/intro/install).';
  if (found.serverVersion === undefined) {
    if (has('kind') && found.dockerRuns) return 'kind create cluster --name symbio';
    if (has('minikube')) return 'minikube start --cpus 4 --memory 8g';
    if (!found.dockerRuns)
      return 'Start Docker and install kind (https://kind.sigs.k8s.io), or point KUBECONFIG at a cluster of yours.';
    return 'Install kind (https://kind.sigs.k8s.io) or minikube, or point KUBECONFIG at a cluster of yours.';
  }
  const [, minor = '0'] = /^v1\.(\d+)/.exec(found.serverVersion) ?? [];
  if (Number(minor) < OLDEST_MINOR)
    return `Take another cluster: this one is ${found.serverVersion}, and the chart needs v1.${OLDEST_MINOR}.`;
  if (!found.hasStorage) return 'Give the cluster a storage class: databases and blobs claim volumes.';
  if (found.isInstalled)
    return 'kubectl --namespace symbio port-forward service/symbio-web 8080:8080, and open http://localhost:8080';
  if (has('skaffold')) return 'skaffold dev';
  return 'Install skaffold (https://skaffold.dev), or follow "By hand" below.';
}

const mark = (is: boolean): string => (is ? 'yes' : 'no ');

export function page(found: Found): string {
  const { programs, context, serverVersion } = found;
  const isLocal = context !== undefined && LOCAL.test(context);
  const load = context?.startsWith('kind-')
    ? `kind load docker-image --name ${context.slice('kind-'.length)} symbio/NAME:dev`
    : context === 'minikube'
      ? 'minikube image load symbio/NAME:dev'
      : 'docker push REGISTRY/NAME:dev   and --set image.registry=REGISTRY';
  return `Symbio on Kubernetes

Here now
  programs        ${['kubectl', 'helm', 'docker', 'kind', 'minikube', 'skaffold'].map((name) => `${name} ${mark(programs.includes(name)).trim()}`).join(', ')}
  Docker answers  ${mark(found.dockerRuns)}
  context         ${context ?? 'none'}${isLocal ? ' (on this machine)' : ''}
  cluster         ${serverVersion ?? 'none answers'}
  storage class   ${mark(found.hasStorage)}
  namespace       ${mark(found.hasNamespace)}
  installed       ${mark(found.isInstalled)}

Next
  ${nextStep(found)}

A cluster
  kind            kind create cluster --name symbio
  minikube        minikube start --cpus 4 --memory 8g
  your own        export KUBECONFIG=...; a context that may make namespaces; images go through a registry: skaffold --default-repo REGISTRY

With skaffold
  skaffold dev                 builds, installs, forwards http://localhost:8080, and follows your changes
  skaffold dev -p infra-only   MongoDB, NATS, Keycloak, S3 and mail alone (k8s/dev/README.md: npm start on them)
  skaffold run -p ci           once, with tags of the commit, waiting until all is ready
  skaffold delete              takes everything away

By hand
  npm run k8s -- secrets       the namespace, keys and passwords
  kubectl apply -k k8s/dev     what Symbio stands on
  docker build --target service --build-arg SERVICE=issue -t symbio/issue:dev .
                               and so on; skaffold.yaml lists all images
  ${load}
  helm install symbio charts/symbio --namespace symbio --values k8s/dev/values.yaml

A trial without building: docs/operations/install.md. Proof on a cluster: npm run test:cluster.
`;
}
