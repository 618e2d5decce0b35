import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { LanguageModel } from '#server/core/ports/language-model.ts'
import { AnalysisPart } from '#server/features/openai/openai.schema.ts'
import { openaiModel } from '#server/features/openai/openai-model.ts'
import { MODEL_KEY, startOpenaiStandIn } from '../support/openai-stand-in.ts'
import { testApp } from '../support/test-app.ts'

const path = '/api/openai/stream'
const QUESTION = { prompt: 'How did it go?' }

const partsOf = (body: string): AnalysisPart[] =>
  [...body.matchAll(/^data: (.*)$/gm)].map(([, json]) =>
    AnalysisPart.parse(JSON.parse(String(json))),
  )

test('the stream sends the figures first, then the words as they arrive', async () => {
  await using openai = await startOpenaiStandIn()
  await using app = await testApp({ environment: openai.environment })
  const alice = await app.person()

  const response = await alice.rest('POST', path, QUESTION)

  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(partsOf(response.body)).toEqual([
    { type: 'start', source: 'model', figures: [] },
    { type: 'text', text: 'Revenue ' },
    { type: 'text', text: 'is ' },
    { type: 'text', text: 'steady.' },
    { type: 'end' },
  ])
})

test('a model server that sends one whole response to a stream request works', async () => {
  await using openai = await startOpenaiStandIn()
  await using app = await testApp({ environment: openai.environment })
  const alice = await app.person()
  openai.behave('whole')

  const streamed = await alice.rest('POST', path, QUESTION)
  const tested = await alice.rest('GET', '/api/openai/test')
  openai.behave('empty')
  const empty = await alice.rest('POST', path, QUESTION)

  expect(partsOf(streamed.body)).toEqual([
    { type: 'start', source: 'model', figures: [] },
    { type: 'text', text: 'Revenue is steady.' },
    { type: 'end' },
  ])
  expect([tested.status, tested.json().model]).toEqual([200, 'gpt-4o-2024-08-06'])
  expect(partsOf(empty.body).map(({ type }) => type)).toEqual(['start', 'error'])
})

test('a whole response is limited to the same length as a stream', async () => {
  await using openai = await startOpenaiStandIn()
  await using app = await testApp({ environment: openai.environment })
  const alice = await app.person()
  openai.behave('whole')

  openai.say('a'.repeat(9000))
  const long = partsOf((await alice.rest('POST', path, QUESTION)).body)
  openai.say('a'.repeat(200_000))
  const endless = partsOf((await alice.rest('POST', path, QUESTION)).body)

  expect(long[1]).toEqual({ type: 'text', text: 'a'.repeat(8000) })
  expect(endless.map(({ type }) => type)).toEqual(['start', 'error'])
})

test('the stream carries the built-in report without a model', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const parts = partsOf((await alice.rest('POST', path, QUESTION)).body)

  expect(parts.map(({ type }) => type)).toEqual(['start', 'text', 'end'])
  expect(parts[0]).toMatchObject({ source: 'builtin' })
})

test('a model that breaks off is reported at the end of its words', async () => {
  await using openai = await startOpenaiStandIn()
  const config = { apiKey: MODEL_KEY, baseUrl: openai.url, model: 'gpt-4o' }
  const timeLimit = new AbortController()
  const model = openaiModel(config, { abortAfter: () => timeLimit.signal })
  const stream: LanguageModel['stream'] = async function* (question, signal) {
    for await (const chunk of model.stream(question, signal)) {
      yield chunk
      timeLimit.abort()
    }
  }
  await using app = await testApp({ deps: { model: { ...model, stream } } })
  const alice = await app.person()
  openai.behave('stalling')

  const parts = partsOf((await alice.rest('POST', path, QUESTION)).body)

  expect(parts.map(({ type }) => type)).toEqual(['start', 'text', 'error'])
  expect(parts.at(-1)).toMatchObject({ detail: expect.stringContaining('did not respond within') })
})

test('a client that disconnects stops the model', async () => {
  await using openai = await startOpenaiStandIn()
  await using app = await testApp({ environment: openai.environment })
  const alice = await app.person()
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  openai.behave('stalling')
  const visitor = request(url + path, {
    method: 'POST',
    headers: { cookie: alice.cookie, 'content-type': 'application/json' },
  })
  visitor.end(JSON.stringify(QUESTION))
  const [response] = await once(visitor, 'response')
  const [first] = await once(response, 'data')
  expect(String(first)).toContain('"start"')
  // The library is loaded with the first request.
  await expect.poll(() => openai.requests.length, { timeout: 60_000 }).toBe(1)
  expect(openai.abandoned()).toBe(0)
  response.destroy()

  await expect.poll(() => openai.abandoned(), { timeout: 60_000 }).toBe(1)
})
