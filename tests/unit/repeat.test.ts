import { pino } from 'pino'
import { expect, test } from 'vitest'
import { repeat } from '#server/jobs/repeat.ts'

const log = pino({ level: 'silent' })
const HOUR_MS = 3_600_000

test('a job that is woken runs at once, and once more when it was already running', async () => {
  const endRuns: (() => void)[] = []
  let runs = 0
  const job = repeat('test', {
    everyMs: HOUR_MS,
    log,
    work: () => {
      runs += 1
      return new Promise<void>((resolve) => endRuns.push(resolve))
    },
  })
  const endRun = () => endRuns.shift()?.()

  job.wake()
  job.wake()
  expect(runs).toBe(1)
  endRun()
  await expect.poll(() => runs).toBe(2)
  endRun()
  await new Promise((resolve) => setImmediate(resolve))
  job.wake()
  expect(runs).toBe(3)
  endRun()
  await job.stop()
  job.wake()

  expect(runs).toBe(3)
})
