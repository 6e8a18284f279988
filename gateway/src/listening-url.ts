import { hostPort } from '@symbio/kit';

export const listeningUrl = (host: string, port: number): string => `http://${hostPort(host, port)}`;
