import { hostPort } from '@symbio/kit';

/** Where a server of HTTP listens, as it is logged and as browsers take it. */
export const listeningUrl = (host: string, port: number): string => `http://${hostPort(host, port)}`;
