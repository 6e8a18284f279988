export interface RunningService {
  name: string;
  /** host:port of its gRPC server; empty without one. */
  address: string;
  adminPort: number;
  stop: () => Promise<void>;
}
