import { hostPort } from '@symbio/rpc';

export const listeningUrl = (host: string, port: number): string => `http://${hostPort(host, port)}`;
