import type { Client } from '@symbio/rpc';
import type { ServiceHost } from '@symbio/events';
import * as services from '@symbio/proto/services';
import type { GatewayConfig } from './config.js';
import { addressSetting, serviceNames, type ServiceName } from './services.js';

export type Clients = { [Name in ServiceName]: Client<(typeof services)[Name]> };

export const connectClients = (host: ServiceHost, config: GatewayConfig): Clients =>
  Object.fromEntries(
    serviceNames.map((name) => [name, host.client(services[name], config[addressSetting(name)])]),
  ) as unknown as Clients;
