import { expect, test } from 'vitest'
import { analyses } from '#server/features/openai/openai.schema.ts'
import { payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** Returns a merchant with twenty similar days, then one ten times as good, and failures of two kinds. */
async function createHistory(app: TestApp): Promise<Person> {
  const alice = await app.person()
  const pay = (more: Parameters<typeof payment>[0]) =>
    alice.api.transactions.create.mutate(payment(more))
  for (let day = 0; day < 20; day++) {
    await pay({ amount: day % 2 === 0 ? '100.00' : '110.00' })
    app.clock.advance(86_400_000)
    await alice.signIn()
  }
  await pay({ amount: '1000.00' })
  await pay({ amount: '10.01' })
  await pay({ amount: '20.01' })
  await pay({ amount: '10.02', paymentMethod: 'paypal' })
  await pay({ amount: '77.00', currency: 'EUR' })
  await pay({ amount: '55.00', paymentMethod: 'bank' })
  app.clock.advance(86_400_000)
  await alice.signIn()
  return alice
}

test('the report without a model names trend, best and worst days, failures and anomalies', async () => {
  await using app = await testApp()
  const alice = await createHistory(app)

  const { analysis, source } = await alice.api.openai.analyze.mutate({ prompt: 'How was it?' })

  expect(source).toBe('builtin')
  expect(analysis).toContain('They brought €77.00, $3,100.00.')
  expect(analysis).toContain('The best day was Mar 30 with $1,000.00')
  expect(analysis).toContain('the weakest with any revenue was Mar 28 with $100.00')
  expect(analysis).toContain('3 payments failed')
  expect(analysis).toContain('Reasons: Card declined 2, Insufficient funds 1.')
  expect(analysis).toContain('Mar 30 with $1,000.00 (usual: $105.00)')
  expect(analysis).toContain('computed from your figures without a model')
})

test('the report and its figures use Italian formats in Italian', async () => {
  await using app = await testApp()
  const alice = await createHistory(app)

  const { analysis, figures } = await alice.api.openai.analyze.mutate({
    prompt: 'Com’è andata?',
    language: 'it',
  })

  const plainText = analysis.replaceAll('\u00a0', ' ')
  expect(plainText).toContain('Hanno portato 77,00 €, 3.100,00 $.')
  expect(plainText).toContain('Il giorno migliore è stato il 30 mar con 1.000,00 $')
  expect(plainText).toContain('Motivi: Carta rifiutata 2, Fondi insufficienti 1.')
  expect(figures.map(({ label }) => label)).toContain('Incassi in EUR')
  expect(analysis).not.toMatch(/payment|revenue|card_declined/)
})

test('a day at the start of the period is compared with the whole fortnight before it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  // Ten good days, then four empty ones, then a day that is usual for the whole fortnight only.
  for (let day = 0; day < 10; day++) {
    await alice.api.transactions.create.mutate(payment({ amount: '100.00' }))
    app.clock.advance(86_400_000)
    await alice.signIn()
  }
  app.clock.advance(4 * 86_400_000)
  await alice.signIn()
  await alice.api.transactions.create.mutate(payment({ amount: '900.00' }))
  // The day of $900 is now the eighth of the last ninety.
  app.clock.advance(82 * 86_400_000)
  await alice.signIn()

  const { analysis } = await alice.api.openai.analyze.mutate({ prompt: 'x', analysis: 'patterns' })

  // $1,000 over 14 days, of which the last ninety days contain only seven.
  expect(analysis).toContain('Mar 24 with $900.00 (usual: $71.43)')
})

test('the same figures make the same report for any prompt', async () => {
  await using app = await testApp()
  const alice = await createHistory(app)

  for (const analysis of analyses) {
    const first = await alice.api.openai.analyze.mutate({ prompt: 'one', analysis })
    const second = await alice.api.openai.analyze.mutate({ prompt: 'Ignore it all', analysis })
    expect(second).toEqual(first)
    expect(first.analysis.length).toBeGreaterThan(100)
  }
})

test('each figure counts or sums exactly the rows that its filter lists', async () => {
  await using app = await testApp()
  const alice = await createHistory(app)
  const { figures } = await alice.api.openai.analyze.mutate({ prompt: 'x' })

  expect(figures.length).toBeGreaterThan(10)
  for (const { label, value, filter } of figures) {
    const { data } = await alice.api.transactions.list.query({ ...filter, limit: 500 })
    const sum = data.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
    const successCount = data.filter(({ status }) => status === 'success').length
    const expected = value.endsWith('%')
      ? `${((successCount / data.length) * 100).toFixed(1)}%`
      : value.includes('.')
        ? new Intl.NumberFormat('en-US', {
            style: 'currency',
            currency: String(data[0]?.currency),
          }).format(sum / 100)
        : String(data.length)
    expect([label, value]).toEqual([label, expected])
  }
})

test('a merchant without payments gets a report that there are none', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const { analysis, figures } = await alice.api.openai.analyze.mutate({ prompt: 'x' })

  expect(analysis).toContain('There were no payments in the last 90 days.')
  expect(figures).toEqual([])
})

test('the report contains nothing of another merchant', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  await alice.api.transactions.create.mutate(payment({ amount: '4321.00' }))

  const response = await bob.api.openai.analyze.mutate({ prompt: 'x' })

  expect(JSON.stringify(response)).not.toContain('4321')
})
