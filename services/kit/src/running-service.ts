/** A service that runs: where it listens and how to stop it. */
export interface RunningService {
  name: string;
  /** host:port of its gRPC server; empty for a process without one. */
  address: string;
  adminPort: number;
  stop: () => Promise<void>;
}
