import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { curlList, curlPayment, typescriptPayment } from '#client/routes/_app/-docs/snippets.ts'
import { keyCaller } from '../support/key.ts'
import { testApp } from '../support/test-app.ts'

const run = promisify(execFile)

test('the Quick Start’s snippets work unchanged, except for the key', async () => {
  await using app = await testApp()
  const { key } = await keyCaller(app, await app.person())
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-docs-'))
  const program = path.join(folder, 'payment.mjs')
  const withKey = (code: string) => code.replaceAll('sk_test_…', key.secret)

  const paid = await run('bash', ['-c', withKey(curlPayment(baseUrl))])
  writeFileSync(program, withKey(typescriptPayment(baseUrl)))
  const printed = await run(process.execPath, [program])
  const listed = await run('bash', ['-c', withKey(curlList(baseUrl))])
  rmSync(folder, { recursive: true, force: true })

  expect(JSON.parse(paid.stdout)).toMatchObject({ amount: '12.34', status: 'success' })
  expect(printed.stdout).toMatch(/^TXN-\S+ success\n$/)
  const payments = JSON.parse(listed.stdout)
  expect(payments).toHaveLength(2)
  expect(printed.stdout).toContain(payments[0].transactionId)
})
