/** The services the gateway calls: all of the contract. */
import { address } from '@symbio/runtime';
import * as services from '@symbio/proto/services';

export type ServiceName = keyof typeof services;

type AddressSetting = `SYMBIO_${Uppercase<ServiceName>}_ADDR`;

export const serviceNames = Object.keys(services) as ServiceName[];

export const addressSetting = (name: ServiceName): AddressSetting =>
  `SYMBIO_${name.toUpperCase() as Uppercase<ServiceName>}_ADDR`;

export const addressSettings = Object.fromEntries(
  serviceNames.map((name) => [addressSetting(name), address]),
) as Record<AddressSetting, typeof address>;
