import { killAt } from './crashes.ts'
import { readForSeconds } from './due-balances.ts'
import { openJobWorld } from './job-world.ts'

/**
 * Runs as a separate process: reads the balances that are due at an instant, and during the next seconds of its own
 * clock. It kills itself before the first SQL statement that matches `pattern`, or before the SQL statement with this
 * number. Without either, it ends by itself.
 */
const [url = '', nowMs = '0', pattern = '', number = '0'] = process.argv.slice(2)

const clock = { ms: Number(nowMs) }
const { world, database } = openJobWorld({
  url,
  now: () => clock.ms,
  onStatement: killAt({ pattern, number: Number(number) }),
  environment: { PAYPAL_API_URL: process.env.PAYPAL_API_URL },
})
await readForSeconds(world, clock)
await database.close()
