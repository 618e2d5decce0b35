import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('balance-process.ts', import.meta.url))

/**
 * Reads balances in a process of its own, whose clock starts at `nowMs`. It kills itself before the first statement that
 * matches `killPattern`, or before statement number `killAt`. Returns the signal that ended it, or its exit code.
 */
export async function readInProcess({
  url,
  nowMs,
  killPattern = '',
  killAt = 0,
  payPalUrl,
}: {
  url: string
  nowMs: number
  killPattern?: string | undefined
  killAt?: number | undefined
  payPalUrl?: string
}): Promise<string | number | null> {
  const args = ['--import', 'tsx', script, url, String(nowMs), killPattern, String(killAt)]
  const env = { ...process.env, ...(payPalUrl !== undefined && { PAYPAL_API_URL: payPalUrl }) }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const [code, signal] = await once(child, 'exit')
  return signal ?? code
}
