import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type OpenApiDocument, openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'
import { eventTypes } from '#server/services/outbox/event-type.schema.ts'
import { declineCodes } from '#server/shared/reasons/decline-codes.ts'
import { reasons } from '#server/shared/reasons/reasons.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const options = { version: '0.0.0', serverUrl: 'http://127.0.0.1:3000' }
const v1 = openApiDocument(appRouter, options)
const v2 = openApiDocument(appRouter, { ...options, apiVersion: 'v2' })
const both = [
  ['v1', v1],
  ['v2', v2],
] as const

type Node = { [key: string]: unknown }

const schemasOf = (document: OpenApiDocument) =>
  document.components.schemas as Record<string, { properties: Record<string, Node> }>

describe('the documents as input of a type generator', () => {
  test('a list is the rows in version 1, a page of them in version 2, and neither is a union', () => {
    const listOf = (document: OpenApiDocument) => {
      const { responses } = (document.paths['/api/transactions'] as { get: Node }).get
      const { content } =
        (responses as Record<string, { content: Record<string, Node> }>)[200] ?? {}
      return content?.['application/json']?.schema
    }

    expect(listOf(v1)).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Transaction' },
    })
    expect(listOf(v2)).toMatchObject({
      type: 'object',
      required: ['data', 'total', 'totalExact', 'nextCursor'],
    })
    // The keys of an account are one of two objects, and so is the customer's next step. No other schema offers a choice.
    expect(JSON.stringify(v1).match(/"oneOf"/g)).toHaveLength(1)
    expect(schemasOf(v1).NewProcessorAccount).toMatchObject({ oneOf: [{}, {}] })
    expect(JSON.stringify(v2).match(/"oneOf"/g)).toHaveLength(2)
    expect(schemasOf(v2).NextStep).toMatchObject({ oneOf: [{}, {}] })
  })

  test('known values are listed', () => {
    const { Problem, Transaction, WebhookEvent, DeclineCode } = schemasOf(v1)

    expect(Problem?.properties.reason?.enum).toEqual(Object.keys(reasons))
    // A person who cancels a payment may write a reason by hand, so the list is not closed.
    expect(Transaction?.properties.failureReason?.anyOf).toEqual([
      { $ref: '#/components/schemas/DeclineCode' },
      expect.objectContaining({ type: 'string', maxLength: 200 }),
      { type: 'null' },
    ])
    expect(DeclineCode).toMatchObject({ enum: Object.keys(declineCodes) })
    expect(WebhookEvent?.properties.eventType?.enum).toEqual(eventTypes)
  })

  test.each(both)(
    '%s: a payment needs an Idempotency-Key, a customer may have one',
    (_, document) => {
      const keyOf = (path: string) => {
        const { parameters } = (document.paths[path] as { post: Node }).post
        return (parameters as Node[]).find(({ name }) => name === 'Idempotency-Key')
      }

      expect(keyOf('/api/payments')).toMatchObject({ required: true })
      expect(keyOf('/api/transactions')).toMatchObject({ required: true })
      expect(keyOf('/api/customers')).toBeDefined()
      expect(keyOf('/api/customers')).not.toHaveProperty('required')
    },
  )

  test('version 2 must be requested, version 1 need not be', () => {
    expect(v1.components.parameters?.ApiVersion).toMatchObject({ schema: { enum: ['v1'] } })
    expect(v1.components.parameters?.ApiVersion).not.toHaveProperty('required')
    expect(v2.components.parameters?.ApiVersion).toMatchObject({
      required: true,
      schema: { enum: ['v2'] },
    })
  })

  test.each(both)('%s: every event is a webhook', (_, document) => {
    expect(Object.keys(document.webhooks)).toEqual(eventTypes)
  })
})

const guide = readFileSync(`${root}/docs/api.md`, 'utf8')
const programs = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => String(code))

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM'],
  types: [],
  module: 'ESNext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
}

/** Returns the compiler's errors for these files, or an empty text. */
function compile(folder: string, files: string[]): Promise<string> {
  const project = path.join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ compilerOptions, files }))
  return promisify(execFile)(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--project', project],
    { cwd: root },
  ).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

const generate = (document: string, output: string) =>
  promisify(execFile)(
    process.execPath,
    [
      '--import',
      './tests/support/typescript-api.mjs',
      'node_modules/openapi-typescript/bin/cli.js',
      document,
      '--default-non-nullable=false',
      '--output',
      output,
    ],
    { cwd: root },
  )

test('types that openapi-typescript generates fit the guide’s programs, and refuse their mistakes', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-types-'))
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  await Promise.all([
    generate('docs/openapi.json', path.join(folder, 'incasso.d.ts')),
    generate('docs/openapi.v2.json', path.join(folder, 'incasso.v2.d.ts')),
  ])
  programs.forEach((code, index) => write(`guide-${index}.ts`, code))
  write('uses.ts', uses)
  const mistakes = Object.entries(wrong)
  for (const [name, code] of mistakes) write(`${name}.ts`, `${imports}\n${code}`)

  const validErrors = await compile(folder, ['uses.ts', ...programs.map((_, i) => `guide-${i}.ts`)])
  const wrongErrors = await compile(
    folder,
    mistakes.map(([name]) => `${name}.ts`),
  )
  rmSync(folder, { recursive: true, force: true })

  expect(programs.length).toBeGreaterThan(1)
  expect(validErrors).toBe('')
  for (const [name] of mistakes) expect(wrongErrors).toContain(`${name}.ts`)
})

const imports = `import type { components, operations, webhooks } from './incasso'
import type { operations as operations2, webhooks as webhooks2 } from './incasso.v2'
type Body<O extends { responses: object }> =
  O['responses'] extends { 200: { content: { 'application/json': infer B } } } ? B : never
export type One = Body<operations['transactions.list']>
export type Two = Body<operations2['transactions.list']>
export type Payment = components['schemas']['Transaction']
export type Problem = components['schemas']['Problem']
export type Event1 = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json']
export type Event2 = webhooks2[keyof webhooks2]['post']['requestBody']['content']['application/json']
export type Headers1 = operations['transactions.create.payments']['parameters']['header']
export type Headers2 = operations2['transactions.list']['parameters']['header']
export type Decline = components['schemas']['DeclineCode']
`

/** Uses of the types in a program. Each line needed a cast before each version had its own document. */
const uses = `${imports}
export const first = (rows: One): string | undefined => rows[0]?.amount
export const rest = (page: Two): string | null => (page.data.length < page.total ? page.nextCursor : null)
export const advice: Record<Decline, string> = {
${Object.keys(declineCodes)
  .map((code) => `  ${code}: '…',`)
  .join('\n')}
}
export function onEvent(event: Event1): string {
  switch (event.eventType) {
    case 'payment.completed':
    case 'payment.failed':
    case 'payment.pending':
    case 'payment.authorized':
    case 'payment.requires_action':
    case 'refund.created':
    case 'refund.completed':
    case 'refund.failed':
    case 'payment_link.paid':
    case 'dispute.opened':
    case 'dispute.updated':
    case 'dispute.closed':
      return event.data.transactionId
    case 'customer.created':
      return event.data.email
    case 'integration.test':
      return event.data.message
    case 'payout.paid':
    case 'payout.failed':
      return event.data.amount
  }
}
export const toldAt = (event: Event2): string => event.type + event.timestamp
export const mayRetry = ({ code, reason }: Problem): boolean =>
  code === 'unavailable' || reason === 'idempotency_in_progress'
export const headers: Headers1 = { 'Idempotency-Key': 'order-1' }
export const headers2: Headers2 = { 'Api-Version': 'v2' }
`

/** Programs that must not compile, each by itself. */
const wrong = {
  page: 'export const total = (rows: One) => rows.total',
  rows: 'export const one = (page: Two) => page[0]',
  reason: "export const is = ({ reason }: Problem) => reason === 'because'",
  header: 'export const none: Headers1 = {}',
  version: 'export const none: Headers2 = {}',
  event: "export const is = (event: Event1) => event.eventType === 'payment.refunded'",
  decline: "export const code: Decline = 'declined'",
  status: "export const is = ({ status }: Payment) => status === 'paid'",
}
