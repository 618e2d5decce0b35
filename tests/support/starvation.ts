import { readFileSync } from 'node:fs'

/**
 * How many milliseconds a process's main thread has been ready to run and had no processor, by the
 * kernel's count: what else the machine does is not the server's doing.
 */
export function starvedMs(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(waitedNs) / 1e6
}
