import type { World } from './world.js';

/** Makes something that rows only read, or that they may all change, once for each project of a system. */
export function oncePerProject<T>(make: (world: World) => Promise<T>): (world: World) => Promise<T> {
  const made = new WeakMap<World['system'], Map<string, Promise<T>>>();
  return (world) => {
    const ofSystem = made.get(world.system) ?? new Map<string, Promise<T>>();
    made.set(world.system, ofSystem);
    const one = ofSystem.get(world.projectId) ?? make(world);
    ofSystem.set(world.projectId, one);
    return one;
  };
}
