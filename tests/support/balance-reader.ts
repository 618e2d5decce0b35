import { readForSeconds } from './balance-seconds.ts'
import { type EndPoint, runUntilCrash } from './crashes.ts'
import { runProcess } from './run-process.ts'

/** A reading of what is due at an instant, which ends at a statement. */
export type Reading = { url: string; nowMs: number; killAt?: EndPoint; payPalUrl?: string }

/** Reads balances in a process of its own. Returns the signal that ended it, or its exit code. */
export const readInProcess = ({ url, nowMs, killAt = {}, payPalUrl }: Reading) =>
  runProcess(
    'balance-process.ts',
    [url, String(nowMs), killAt.pattern ?? '', String(killAt.number ?? 0)],
    payPalUrl === undefined ? {} : { PAYPAL_API_URL: payPalUrl },
  )

/** Does the same in this process: quicker, because it loads nothing. */
export function readUntilCrash({ url, nowMs, killAt = {}, payPalUrl }: Reading) {
  const clock = { ms: nowMs }
  const environment = { PAYPAL_API_URL: payPalUrl }
  return runUntilCrash({ url, now: () => clock.ms, environment }, killAt, (world) =>
    readForSeconds(world, clock),
  )
}
