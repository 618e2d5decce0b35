import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IncassoPaymentProvider } from '#sdk/medusa/provider.ts'
import { buildSdk } from '../../scripts/lib/sdk-package.mjs'
import { startBuiltServer } from '../support/built-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A folder with Medusa's packages, which `npm run test:medusa` installs. */
const folder = process.env.MEDUSA_FOLDER ?? ''

/** The part of Medusa's payment service that calls providers. */
type ProviderService = {
  createSession: (provider: string, input: object) => Promise<{ id: string; data: { url: string } }>
  authorizePayment: (provider: string, input: object) => Promise<{ status: string; data: object }>
  capturePayment: (provider: string, input: object) => Promise<object>
  refundPayment: (provider: string, input: object) => Promise<object>
  getStatus: (provider: string, input: object) => Promise<{ status: string }>
}

describe.runIf(folder !== '')('with the packages of Medusa', () => {
  const load = folder === '' ? () => undefined : createRequire(path.join(folder, 'package.json'))

  beforeAll(async () => {
    const built = path.join(folder, 'node_modules/@incasso/sdk')
    mkdirSync(built, { recursive: true })
    await buildSdk(built)
  })

  test('the module of docs/medusa.md compiles, and the class is a provider', async () => {
    const file = path.join(folder, 'module.mts')
    writeFileSync(
      file,
      `import type { IPaymentProvider } from '@medusajs/framework/types'
import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { IncassoPaymentProvider } from '@incasso/sdk/medusa'
declare const input: ConstructorParameters<typeof IncassoPaymentProvider>
export const provider: IPaymentProvider = new IncassoPaymentProvider(...input)
export default ModuleProvider(Modules.PAYMENT, { services: [IncassoPaymentProvider] })
`,
    )
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--types',
      '',
    ]

    const compiled = promisify(execFile)(process.execPath, [tsc, ...options, file], { cwd: folder })

    await expect(compiled).resolves.toMatchObject({ stdout: '' })
  })

  test('Medusa’s payment service takes, captures and refunds a payment with it', async () => {
    await using server = await startBuiltServer()
    const owner = await server.person()
    const scopes = ['read', 'write', 'refund']
    const created = await owner('POST', '/api/api-keys', { name: 'Medusa', scopes })
    const { default: Service } = load('@medusajs/payment/dist/services/payment-provider.js')
    const { BigNumber, ModuleProvider, Modules } = load('@medusajs/framework/utils')
    const { IncassoPaymentProvider: Provider } = load('@incasso/sdk/medusa')
    const { services } = ModuleProvider(Modules.PAYMENT, { services: [Provider] })
    const options = {
      key: created.json().secret,
      baseUrl: server.url,
      webhookSecret: `whsec_${'A'.repeat(44)}`,
      returnUrl: 'http://127.0.0.1:8000/return',
    }
    const paymentSessionService = { retrieve: async () => ({ payment_collection_id: 'pay_col_1' }) }
    const provider: IncassoPaymentProvider = new services[0]({ paymentSessionService }, options)
    const service: ProviderService = new Service({ pp_incasso: provider, baseRepository: {} })

    const session = await service.createSession('pp_incasso', {
      amount: new BigNumber('12.06'),
      currency_code: 'eur',
      data: { session_id: 'payses_1' },
      context: { customer: { email: 'ada@example.com', first_name: 'Ada' } },
    })
    const { data } = session
    await fetch(data.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: new URL(data.url).origin,
        'sec-fetch-site': 'same-origin',
      },
      body: 'decision=approve',
    })
    const authorized = await service.authorizePayment('pp_incasso', { data })
    await service.capturePayment('pp_incasso', { data, context: { idempotency_key: 'capt_1' } })
    await service.refundPayment('pp_incasso', {
      amount: new BigNumber({ value: '2.06', precision: 20 }),
      data,
      context: { idempotency_key: 'ref_1' },
    })

    const program = await server.program(owner, ['read'])
    const read = await program('GET', `/api/transactions/${session.id}`, undefined, {
      'api-version': 'v2',
    })
    expect(authorized.status).toBe('authorized')
    expect(read.json().amounts).toMatchObject({ captured: '12.06', refunded: '2.06' })
    expect(await service.getStatus('pp_incasso', { data })).toMatchObject({ status: 'captured' })
  })
})
