import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { load, paymentRequest, payOnceEach } from './load.ts'
import { makeMerchant, signIn } from './merchant.ts'
import type { Samples } from './sample.ts'
import { startServer } from './server.ts'
import type { Bench } from './writes.ts'

const SAMPLER = fileURLToPath(new URL('sample.ts', import.meta.url))
const MINUTE_S = 60

/** Payments per second, 99th percentile of response times in milliseconds, and resident memory, during one minute. */
export type Minute = { rate: number; p99: number; memoryMb: number }
export type Endurance = { minutes: Minute[]; sampled: Samples }

/**
 * Measures payments of one merchant for `minutes`, with as many connections as other measurements. Meanwhile a separate
 * process calls /healthz and makes payments for another merchant.
 */
export async function measureEndurance(
  { folder, secretKey, rounds }: Bench,
  minutes: number,
): Promise<Endurance> {
  const server = await startServer(`file:${path.join(folder, 'endurance.db')}`, secretKey)
  const merchant = await makeMerchant(server.url)
  await payOnceEach(server.url, merchant.secret)
  const other = await makeMerchant(server.url, { email: 'other@example.com' })
  await signIn(server.url, merchant)
  // Warms the server up: compilation and empty caches distort its first seconds.
  await load(server, paymentRequest(merchant.secret), { ...rounds, seconds: 10 })
  const sampler = spawn(
    process.execPath,
    ['--import', 'tsx', SAMPLER, server.url, other.secret, String(minutes * MINUTE_S)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const output = text(sampler.stdout)
  const ended = once(sampler, 'exit')
  const measured: Minute[] = []
  for (let minute = 0; minute < minutes; minute++) {
    const { rate, p99 } = await load(server, paymentRequest(merchant.secret), {
      ...rounds,
      seconds: MINUTE_S,
    })
    measured.push({ rate, p99, memoryMb: server.memory().nowMb })
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`the sampler ended with ${code}`)
  await server.stop()
  return { minutes: measured, sampled: JSON.parse(await output) as Samples }
}
