import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { offlineVerbs } from '#server/ops/file-verbs.ts'
import type { OperatorContext } from '#server/ops/operator-context.ts'
import { rotateSecrets } from '#server/ops/rotate-secrets.ts'
import { createSealedRefs } from '#server/services/processors/sealed-refs.ts'
import { dialect } from '../support/database.ts'
import { notificationOf } from '../support/paypal/webhooks.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import { Canaries } from '../support/secrets.ts'
import { storedBytes } from '../support/stored.ts'

const WEBHOOK_ID = '8PT597110X687430LKGECATA'

/** Returns every row of every table: what the database holds, and what a dump of it would print. */
async function allRows({ app }: PayPalShop): Promise<string> {
  const db = app.database.db.withoutPlugins()
  const found: unknown[] = []
  for (const { name } of await db.introspection.getTables()) {
    if (name.startsWith('search_trigrams_')) continue
    found.push((await sql`select * from ${sql.table(name)}`.execute(db)).rows)
  }
  return JSON.stringify(found)
}

/** Returns the bytes of the database file, and of the copy that the operator's command makes. */
async function fileBytes({ app }: PayPalShop): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-canaries-'))
  try {
    const file = path.join(folder, 'copy.db')
    const lines: string[] = []
    const { config, now } = app.world
    const operator: OperatorContext = {
      config,
      now,
      worldOf: ({ db, dialect: kind }) => ({ ...app.world, db, dialect: kind }),
    }
    const code = await offlineVerbs.backup?.run(operator, [file], (line) => lines.push(line))
    expect(code, lines.join('\n')).toBe(0)
    return Buffer.concat([storedBytes(config.databaseUrl), readFileSync(file)]).toString('latin1')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens PayPal's page from ours, approves there, and returns to ours, as the payer's browser does. */
async function payInBrowser(shop: PayPalShop, continueUrl: string): Promise<void> {
  const { app } = shop
  const { pathname } = new URL(continueUrl)
  const sent = await app.rest({ method: 'GET', url: pathname })
  const page = String(sent.headers.location)
  expect(page).toContain(`token=${shop.lastOrder()}`)
  const approved = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ action: 'approve' }),
    redirect: 'manual',
  })
  const back = new URL(approved.headers.get('location') ?? '')
  expect(back.searchParams.get('PayerID')).toMatch(/^\w+$/)
  await app.rest({ method: 'GET', url: `${back.pathname}${back.search}` })
}

async function sendNotifications({ app, account, paypal, connected }: PayPalShop): Promise<void> {
  for (const event of account.events) {
    const { body, headers } = notificationOf(event, WEBHOOK_ID, {
      nowMs: paypal.now(),
      url: paypal.url,
    })
    await app.rest({ method: 'POST', url: `/hooks/${connected.id}`, headers, payload: body })
  }
}

/** Has payments of every outcome: paid, open, cancelled, with another amount, refused, and with lost responses. */
async function usePayPal(shop: PayPalShop): Promise<void> {
  const { account, ada, connected, paypal, pay, later } = shop
  account.webhooks.set(WEBHOOK_ID, {
    id: WEBHOOK_ID,
    url: 'https://unused.example',
    event_types: [],
  })
  await ada.api.processorAccounts.update.mutate({ id: connected.id, webhookSecret: WEBHOOK_ID })
  await payInBrowser(shop, (await pay()).next.url)
  await payInBrowser(shop, (await pay({ captureMethod: 'manual' })).next.url)
  await sendNotifications(shop)
  const cancelled = await pay()
  await shop.shop.rest('POST', `/api/transactions/${cancelled.id}/void`, {})
  const changed = await pay()
  await shop.shop.rest('PATCH', `/api/transactions/${changed.id}`, { amount: '20.00' })
  account.plans.push({ kind: 'refused', issue: 'INSTRUMENT_DECLINED' })
  await payInBrowser(shop, (await pay()).next.url)
  paypal.fail({ kind: 'reset', when: 'after', call: /^POST \/v2\/checkout\/orders$/ })
  await pay()
  paypal.recover()
  paypal.fail({ kind: 'half', when: 'after', call: /^GET \/v2\/checkout/ })
  await later(21_000)
  paypal.recover()
  await pay()
  await shop.shop.rest('GET', '/api/transactions')
}

test('nothing stores or logs PayPal’s secrets, order tokens and payers in clear', async () => {
  await using shop = await createPayPalShop()
  const { account, app } = shop
  await usePayPal(shop)
  const canaries = new Canaries()
  canaries.keep('client id', account.clientId)
  canaries.keep('secret', account.secret)
  canaries.keep('webhook id', WEBHOOK_ID)
  for (const token of account.tokens.keys()) canaries.keep('access token', token)
  for (const { id, payer } of account.orders.values()) {
    canaries.keep(`order ${id}`, id)
    canaries.keep('payer id', payer?.payer_id ?? 'QYR5Z8XDVJNXQ')
    canaries.keep('payer’s address', payer?.email_address ?? 'payer@personal.example')
  }
  expect(account.orders.size).toBeGreaterThan(6)

  const rows = await allRows(shop)
  // The search below would find nothing in an empty text.
  expect(rows).toContain([...account.captures.keys()].at(-1))
  expect(rows).toContain('processor.connected')
  expect(canaries.foundIn(rows)).toEqual([])
  expect(app.logs.some(({ path: at }) => at === '/continue/…/back')).toBe(true)
  expect(canaries.foundIn(JSON.stringify(app.logs))).toEqual([])
  if (dialect === 'sqlite') expect(canaries.foundIn(await fileBytes(shop))).toEqual([])
})

test('a rotation encrypts the order token with the new key, which alone then opens it', async () => {
  const [first, second] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
  await using shop = await createPayPalShop()
  const { app, ada } = shop
  const { id } = await shop.pay()

  const rotation = await rotateSecrets({ ...app.world, secretBox: secretBox([second, first]) })

  const query = app.db.selectFrom('transactions').select('processorRef').where('id', '=', id)
  const { processorRef = null } = await query.executeTakeFirstOrThrow()
  const opened = (key: Buffer) =>
    createSealedRefs(secretBox([key])).open({ merchantId: ada.merchant.id, id }, processorRef)
  expect(rotation.broken).toEqual([])
  expect(opened(second)).toBe(`order:${shop.lastOrder()}`)
  expect(() => opened(first)).toThrow('not configured any more')
})
