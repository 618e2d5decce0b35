import { expect, test } from 'vitest'
import { FormTurns } from '#server/features/payment-links/payer/form-turns.ts'

type Work = { end: (answer: string) => void; fail: (error: Error) => void }

/** Submits forms. Each stays under way until the test ends it. */
function crowd(count: number, merchantId = 'mer_1', turns = new FormTurns()) {
  const begun: Work[] = []
  const answers = Array.from({ length: count }, () =>
    turns.take(
      merchantId,
      () => new Promise<string>((end, fail) => void begun.push({ end, fail })),
    ),
  )
  return { turns, begun, answers }
}

test('sixteen forms of a merchant are under way at once, the others in the order in which they came', async () => {
  const { begun, answers } = crowd(18)

  await Promise.resolve()
  expect(begun).toHaveLength(16)
  begun[3]?.end('first')
  await expect.poll(() => begun.length).toBe(17)
  begun[0]?.fail(new Error('lost'))
  await expect(answers[0]).rejects.toThrow('lost')
  await expect.poll(() => begun.length).toBe(18)
  begun[16]?.end('seventeenth')

  await expect(answers[3]).resolves.toBe('first')
  await expect(answers[16]).resolves.toBe('seventeenth')
  for (const one of begun) one.end('')
  await Promise.allSettled(answers)
})

test('another merchant’s form waits for nobody', async () => {
  const { turns, begun, answers } = crowd(40)

  await expect(turns.take('mer_2', async () => 'paid')).resolves.toBe('paid')

  while (begun.length < 40) {
    for (const one of begun) one.end('')
    await new Promise(setImmediate)
  }
  for (const one of begun) one.end('')
  await Promise.all(answers)
})

test('whoever comes behind five hundred who wait is not begun and is told so', async () => {
  const { turns, begun, answers } = crowd(16 + 512)

  await expect(turns.take('mer_1', async () => 'paid')).resolves.toBeUndefined()

  for (let n = 0; n < answers.length; n++) {
    await expect.poll(() => begun.length).toBeGreaterThan(n)
    begun[n]?.end('')
  }
  await Promise.all(answers)
  await expect(turns.take('mer_1', async () => 'paid')).resolves.toBe('paid')
})
