import { expect, test } from 'vitest'
import { FormQueues } from '#server/features/payment-links/payer/form-queues.ts'

type FormWork = { end: (response: string) => void; fail: (error: Error) => void }

/** Submits forms. Each stays under way until the test ends it. */
function submitForms(count: number, merchantId = 'mer_1', formQueues = new FormQueues()) {
  const running: FormWork[] = []
  const results = Array.from({ length: count }, () =>
    formQueues.take(
      merchantId,
      () => new Promise<string>((end, fail) => void running.push({ end, fail })),
    ),
  )
  return { turns: formQueues, begun: running, answers: results }
}

test('sixteen forms of a merchant run at once, the others in order of arrival', async () => {
  const { begun: running, answers: results } = submitForms(18)

  await Promise.resolve()
  expect(running).toHaveLength(16)
  running[3]?.end('first')
  await expect.poll(() => running.length).toBe(17)
  running[0]?.fail(new Error('lost'))
  await expect(results[0]).rejects.toThrow('lost')
  await expect.poll(() => running.length).toBe(18)
  running[16]?.end('seventeenth')

  await expect(results[3]).resolves.toBe('first')
  await expect(results[16]).resolves.toBe('seventeenth')
  for (const one of running) one.end('')
  await Promise.allSettled(results)
})

test('another merchant’s form does not wait', async () => {
  const { turns: formQueues, begun: running, answers: results } = submitForms(40)

  await expect(formQueues.take('mer_2', async () => 'paid')).resolves.toBe('paid')

  while (running.length < 40) {
    for (const one of running) one.end('')
    await new Promise(setImmediate)
  }
  for (const one of running) one.end('')
  await Promise.all(results)
})

test('a form behind five hundred waiting forms is not started, and its caller is informed', async () => {
  const { turns: formQueues, begun: running, answers: results } = submitForms(16 + 512)

  await expect(formQueues.take('mer_1', async () => 'paid')).resolves.toBeUndefined()

  for (let n = 0; n < results.length; n++) {
    await expect.poll(() => running.length).toBeGreaterThan(n)
    running[n]?.end('')
  }
  await Promise.all(results)
  await expect(formQueues.take('mer_1', async () => 'paid')).resolves.toBe('paid')
})
