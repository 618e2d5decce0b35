import { type EndPoint, runUntilCrash } from './crashes.ts'
import { readForSeconds } from './due-balances.ts'
import { runProcess } from './run-process.ts'

/** A run that reads the balances due at an instant. `killAt`: the SQL statement before which the run ends. */
export type Reading = { url: string; nowMs: number; killAt?: EndPoint; payPalUrl?: string }

/** Reads balances in a process of its own. Returns the signal that ended it, or its exit code. */
export const readInProcess = ({ url, nowMs, killAt = {}, payPalUrl }: Reading) =>
  runProcess(
    'balance-process.ts',
    [url, String(nowMs), killAt.pattern ?? '', String(killAt.number ?? 0)],
    payPalUrl === undefined ? {} : { PAYPAL_API_URL: payPalUrl },
  )

/** Reads the balances in this process, which is quicker, because no second process must load the modules. */
export function readUntilCrash({ url, nowMs, killAt = {}, payPalUrl }: Reading) {
  const clock = { ms: nowMs }
  const environment = { PAYPAL_API_URL: payPalUrl }
  return runUntilCrash({ url, now: () => clock.ms, environment }, killAt, (world) =>
    readForSeconds(world, clock),
  )
}
