import { hostPort } from '@symbio/kit';

/** URL of an HTTP server, for logs and browsers. */
export const listeningUrl = (host: string, port: number): string => `http://${hostPort(host, port)}`;
