import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifySnippets } from '#client/routes/_app/-integration/verify-snippets.ts'
import { makeSigningSecret, signatureOf } from '#server/services/outbox/signature.ts'

const codeOf = (id: string) => verifySnippets.find((snippet) => snippet.id === id)?.code ?? ''

const secret = makeSigningSecret()
const body = '{"id":"evt_1","eventType":"payment.completed","data":{"customerName":"Zoë"}}'
const id = 'evt_1'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'incasso-snippets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function delivery(timestampS: number, secrets = [secret]) {
  const signature = signatureOf({ id, timestampS, body }, secrets)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signature,
  }
}

const now = () => Math.floor(Date.now() / 1000)

/** A genuine delivery, one from the overlap of two secrets, and three that must be refused. */
const cases = () => [
  { headers: delivery(now()), isGenuine: true },
  { headers: delivery(now(), [makeSigningSecret(), secret]), isGenuine: true },
  { headers: delivery(now(), [makeSigningSecret()]), isGenuine: false },
  { headers: delivery(now() - 600), isGenuine: false },
  { headers: { ...delivery(now()), 'webhook-timestamp': 'soon' }, isGenuine: false },
]

test('the shell code computes the signature of a delivery', () => {
  writeFileSync(join(folder, 'body.json'), body)
  const timestampS = 1_764_000_000
  const script = codeOf('shell')
    .replace("secret='whsec_…'", `secret='${secret}'`)
    .replace("id='evt_…'", `id='${id}'`)
    .replace("timestamp='…'", `timestamp='${timestampS}'`)

  const printed = execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' })

  expect(printed.trim()).toBe(signatureOf({ id, timestampS, body }, [secret]))
})

test('the TypeScript code distinguishes genuine deliveries from others', async () => {
  const file = join(folder, 'verify.ts')
  writeFileSync(file, codeOf('typescript'))
  const { isGenuine } = await import(/* @vite-ignore */ pathToFileURL(file).href)

  for (const each of cases()) expect(isGenuine(each.headers, body, secret)).toBe(each.isGenuine)
  expect(isGenuine(delivery(now()), body.replace('Zoë', 'Zoe'), secret)).toBe(false)
})

test('the Python code distinguishes genuine deliveries from others', () => {
  writeFileSync(join(folder, 'verify.py'), codeOf('python'))
  const script = `
import json, sys
from verify import is_genuine
given = json.load(sys.stdin)
body = given["body"].encode()
print(json.dumps([is_genuine(headers, body, given["secret"]) for headers in given["headers"]]))`
  const all = cases()
  const input = JSON.stringify({ body, secret, headers: all.map(({ headers }) => headers) })

  const printed = execFileSync('python3', ['-c', script], { cwd: folder, input, encoding: 'utf8' })

  expect(JSON.parse(printed)).toEqual(all.map(({ isGenuine }) => isGenuine))
})
