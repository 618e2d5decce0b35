import { expect, test } from 'vitest'
import { createLocalWriters } from '#server/jobs/jobs.ts'
import { RequestLog } from '#server/services/request-log/request-log.ts'
import { assistantUrl, connectAssistant } from '../support/assistant.ts'
import { hostileTexts } from '../support/hostile-texts.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const BATCH = 20

/** Takes one payment for each text, with the text as the customer's name, description and metadata. */
async function takePayments(app: TestApp, texts: readonly string[]) {
  const owner = await app.person()
  const { key, rest } = await keyCaller(app, owner)
  for (let from = 0; from < texts.length; from += BATCH) {
    await Promise.all(
      texts.slice(from, from + BATCH).map(async (text, n) => {
        const response = await rest('POST', '/api/payments', {
          ...payment({ amount: '10.01' }),
          customerName: text,
          customerEmail: `payer${from + n}@example.com`,
          description: text,
          metadata: { note: text },
        })
        expect([text, response.status]).toEqual([text, 201])
      }),
    )
  }
  return { owner, secret: key.secret }
}

/** Returns a value with a constant in the place of each marked text, ids and times. */
const skeletonOf = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, item) => {
      if (name === 'untrusted') return typeof item
      return /^(?:id|\w+Id|\w+At|at|cursor|nextCursor|search)$/.test(name) ? null : item
    }),
  )

/** Returns every text outside of marked ones. */
function openTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'untrusted' ? [] : [name, ...openTexts(item)],
  )
}

test('two hundred hostile texts in names and descriptions change no tool, call or number', async () => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(200)
  const requestLog = new RequestLog()
  await using app = await testApp({ deps: { requestLog } })
  const hostile = await takePayments(app, hostileTexts)
  const plain = await takePayments(
    app,
    hostileTexts.map(() => 'Ada Rossi'),
  )
  const url = await assistantUrl(app)
  await requestLog.flush(createLocalWriters(app.db).requests)
  const before = await hostile.owner.api.requestLog.list.query({ path: '/mcp' })
  const stored = async () => [await app.count('refunds'), await app.count('transactions')]
  const storedBefore = await stored()

  const read = async (secret: string) => {
    await using assistant = await connectAssistant(url, secret)
    const { tools } = await assistant.client.listTools()
    const answers: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await assistant.call('find_payments', { limit: 50, ...(cursor && { cursor }) })
      answers.push(page)
      cursor = page.result.nextCursor ?? undefined
    } while (cursor !== undefined)
    for (const { id } of (answers[0] as { result: { data: { id: string }[] } }).result.data) {
      answers.push(
        await assistant.call('payment', { id }),
        await assistant.call('why_failed', { id }),
      )
    }
    answers.push(await assistant.call('customers', { limit: 100 }))
    answers.push(await assistant.call('figures', { from: '2026-01-01', to: '2026-12-31' }))
    return { tools, answers }
  }
  const [ofHostile, ofPlain] = [await read(hostile.secret), await read(plain.secret)]

  expect(ofHostile.tools).toEqual(ofPlain.tools)
  expect(skeletonOf(ofHostile.answers)).toEqual(skeletonOf(ofPlain.answers))
  const open = openTexts(ofHostile.answers).join('\n')
  expect(hostileTexts.filter((text) => open.includes(text))).toEqual([])
  const everything = JSON.stringify(ofHostile.answers)
  expect(
    hostileTexts.filter((text) => !everything.includes(JSON.stringify(text).slice(1, -1))),
  ).toEqual([])
  // Only the calls of this test were made.
  await requestLog.flush(createLocalWriters(app.db).requests)
  const after = await hostile.owner.api.requestLog.list.query({ path: '/mcp/' })
  expect(before.total).toBe(0)
  expect(after.total).toBe(4 + 2 * 50 + 2)
  expect(await stored()).toEqual(storedBefore)
})
