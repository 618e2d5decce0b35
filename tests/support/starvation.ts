import { readFileSync } from 'node:fs'

/**
 * Returns the milliseconds that a process's main thread was ready to run and had no CPU, as counted by the kernel.
 * Measurements subtract them, because the machine's other work causes them and not the server.
 */
export function starvedMs(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(waitedNs) / 1e6
}
