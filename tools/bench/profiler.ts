// Loaded into a process that is to be profiled (`node --import`): SIGUSR2 begins a profile, the next one ends it and writes
// it to BENCH_PROFILES/<name of the process>.cpuprofile. No port is opened, so that all processes can be profiled at once.
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

/** Microseconds between two looks. */
const INTERVAL_US = 500;

const file = path.join(process.env['BENCH_PROFILES'] ?? '.', `${process.env['OTEL_SERVICE_NAME']}.cpuprofile`);
let session: Session | undefined;

async function begin(profiled: Session): Promise<void> {
  profiled.connect();
  await profiled.post('Profiler.enable');
  await profiled.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await profiled.post('Profiler.start');
}

async function end(profiled: Session): Promise<void> {
  const { profile } = await profiled.post('Profiler.stop');
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  // the file appears only when it is complete
  renameSync(`${file}.part`, file);
  profiled.disconnect();
}

process.on('SIGUSR2', () => {
  const running = session;
  session = running ? undefined : new Session();
  void (running ? end(running) : begin(session as Session));
});
