import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { openDatabase } from '#db/database.ts'
import type { ClerkStandIn } from './clerk-stand-in.ts'
import type { KeepAliveClient } from './keep-alive.ts'
import { onboarding, payment } from './make.ts'

export type Credentials = Record<string, string>

/** Creates a person's account at the sign-in provider. Returns the headers that authenticate the person. */
export type Enrol = (person: { email: string; name: string }) => Promise<Credentials>

export const withPassword =
  (client: KeepAliveClient): Enrol =>
  async (person) => {
    const response = await client.send({
      method: 'POST',
      path: '/api/auth/sign-up/email',
      body: { ...person, password: 'correct horse battery' },
    })
    expect(response.status, response.body).toBe(200)
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    return { cookie: cookies.map((each) => each.split(';')[0]).join('; ') }
  }

const LIFE_S = 3600

export const withClerk =
  (clerk: ClerkStandIn, url: string): Enrol =>
  async ({ email, name }) => {
    const id = `user_${email.replace(/\W/g, '')}`
    clerk.addUser({ id, firstName: name, emails: [email] })
    const claims = clerk.claims(id, { atMs: Date.now(), azp: url, lifeS: LIFE_S })
    return { authorization: `Bearer ${await clerk.signToken(claims)}` }
  }

export type Merchant = { name: string; owner: Credentials; key: Credentials; id: string }

/** Number of calls with a merchant's API key in `makeMerchant`. */
export const CALLS_BY_KEY = 2

type MerchantOptions = { client: KeepAliveClient; enrol: Enrol; name: string; hookUrl: string }

/** Sends a call that must succeed, and returns its response. */
export async function callOrThrow(
  { send }: KeepAliveClient,
  credentials: Credentials,
  [method, path, body]: [string, string, unknown?],
) {
  const headers = { ...credentials, ...(method === 'POST' && { 'idempotency-key': randomUUID() }) }
  const response = await send({ method, path, headers, ...(body !== undefined && { body }) })
  expect(response.status, `${method} ${path}: ${response.body}`).toBeLessThan(300)
  return response.body === '' ? undefined : JSON.parse(response.body)
}

/** Creates a merchant with something of every kind. Every text contains the merchant's name. */
export async function makeMerchant({
  client,
  enrol,
  name,
  hookUrl,
}: MerchantOptions): Promise<Merchant> {
  const email = (who: string) => `${name}${who}@example.com`.toLowerCase()
  const owner = await enrol({ email: email('owner'), name: `${name} Owner` })
  const { id } = await callOrThrow(client, owner, [
    'POST',
    '/api/merchant/onboarding',
    onboarding({
      businessName: `${name} Bar`,
      businessPhone: `${name} 112`,
      businessAddress: `${name} street`,
      businessWebsite: `https://${name}.example`,
      businessDescription: `${name} business`,
    }),
  ])
  const [integration] = await callOrThrow(client, owner, ['GET', '/api/integrations'])
  const webhookUrl = `${hookUrl}/${name}`
  await callOrThrow(client, owner, ['PUT', `/api/integrations/${integration.id}`, { webhookUrl }])
  const { secret } = await callOrThrow(client, owner, [
    'POST',
    '/api/api-keys',
    { name: `${name} key` },
  ])
  const key = { authorization: `Bearer ${secret}` }
  for (const paymentMethod of ['card', 'bank'] as const) {
    const paid = payment({
      paymentMethod,
      customerName: `${name} Customer`,
      customerEmail: email('customer'),
      description: `${name} order`,
    })
    const { id: paidId } = await callOrThrow(client, key, ['POST', '/api/payments', paid])
    if (paymentMethod === 'bank') continue
    const refund = { amount: '1.00', note: `${name} note` }
    await callOrThrow(client, owner, ['POST', `/api/transactions/${paidId}/refunds`, refund])
  }
  const link = { title: `${name} link`, amount: '40.00' }
  await callOrThrow(client, owner, ['POST', '/api/payment-links', link])
  const branding = { supportEmail: email('support'), termsUrl: `https://${name}.example/terms` }
  await callOrThrow(client, owner, ['POST', '/trpc/look.update', branding])
  const invitee = { role: 'staff', email: email('invited') }
  await callOrThrow(client, owner, ['POST', '/trpc/team.invite', invitee])
  const view = { name: `${name} view`, search: { search: `${name}` } }
  await callOrThrow(client, owner, ['POST', '/trpc/views.save', view])
  await callOrThrow(client, owner, ['POST', '/trpc/preferences.save', { language: 'en' }])
  return { name, owner, key, id }
}

/** Adds a new person to that merchant's staff, and returns their credentials. */
export async function joinAsStaff(
  { client, enrol }: Pick<MerchantOptions, 'client' | 'enrol'>,
  { name, owner }: Merchant,
): Promise<Credentials> {
  const invitation = await callOrThrow(client, owner, [
    'POST',
    '/trpc/team.invite',
    { role: 'staff' },
  ])
  const token = String(invitation.result.data.link.split('#')[1])
  const staff = await enrol({ email: `${name}staff@example.com`.toLowerCase(), name: 'Staff' })
  await callOrThrow(client, staff, ['POST', '/trpc/team.accept', { token }])
  return staff
}

export type MerchantData = {
  /** An ID of each kind by table and column, such as `customers.id`. */
  ids: Map<string, string>
  /** Hash of all the merchant's rows, by table. */
  hashes: Map<string, string>
  /** Tables without a row of the merchant, so that a drill cannot check them. */
  empty: string[]
}

const idColumns = /^(?:id|key|hash|prefix|subject|(?!provider).*_id|.*_hash)$/

/** Returns the data that the database contains about a merchant and its members. */
export async function readMerchantData(databaseUrl: string, id: string): Promise<MerchantData> {
  const database = openDatabase({ url: databaseUrl })
  const db = database.db.withoutPlugins()
  try {
    const tables = (await db.introspection.getTables()).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )
    const rowsOf = async (table: string, where: ReturnType<typeof sql>) =>
      (
        await sql<
          Record<string, unknown>
        >`select * from ${sql.table(table)} where ${where}`.execute(db)
      ).rows
    const people = sql`(select subject from merchant_members where merchant_id = ${id})`
    const rowsByTable = new Map<string, Record<string, unknown>[]>()
    for (const { name, columns } of tables) {
      const has = (column: string) => columns.some((each) => each.name === column)
      if (name === 'merchants') rowsByTable.set(name, await rowsOf(name, sql`id = ${id}`))
      else if (name === 'preferences')
        rowsByTable.set(name, await rowsOf(name, sql`subject in ${people}`))
      else if (name === 'auth_users')
        rowsByTable.set(name, await rowsOf(name, sql`id in ${people}`))
      else if (has('merchant_id'))
        rowsByTable.set(name, await rowsOf(name, sql`merchant_id = ${id}`))
      else if (has('user_id')) rowsByTable.set(name, await rowsOf(name, sql`user_id in ${people}`))
    }
    return {
      ids: idsIn(rowsByTable),
      hashes: hashesOf(rowsByTable),
      empty: emptyTables(rowsByTable),
    }
  } finally {
    await database.close()
  }
}

/** Tables that may be empty: only some people, jobs, processors over a network, or payers fill them. */
const mayBeEmpty = new RegExp(
  `^(?:auth_|${[
    '(?:balance|dispute|ledger)_\\w+',
    'closed_month(?:s|_rows)',
    'disputes',
    'imported_payments',
    'late_(?:captures|refunds)',
    'listener_events',
    'notices',
    'notice_(?:choices|reads)',
    'payment_attempts',
    'payment_link_(?:answers|tries)',
    'payouts',
    'processor_(?:accounts|events)',
    'rollup_method_days',
    'sandbox_open_facts',
    'webhook_(?:endpoints|listeners)',
  ].join('$|')}$)`,
)

const emptyTables = (rowsByTable: Map<string, unknown[]>) =>
  [...rowsByTable]
    .filter(([name, rows]) => rows.length === 0 && !mayBeEmpty.test(name))
    .map(([name]) => name)

/** Omits `last_used_at`, because the server writes a key's last use a minute later. */
const stableTextOf = ({ last_used_at: _, ...row }: Record<string, unknown>) => JSON.stringify(row)

/** Tables that jobs fill in their own time, whatever callers do: the sandbox's balances and the ledger. */
const filledByJobs = /^(?:(?:balance|ledger)_\w+|payouts|sandbox_open_facts)$/

const hashesOf = (rowsByTable: Map<string, Record<string, unknown>[]>): Map<string, string> =>
  new Map(
    [...rowsByTable]
      .filter(([name]) => !filledByJobs.test(name))
      .map(([name, rows]) => {
        const text = JSON.stringify(rows.map(stableTextOf).toSorted())
        return [name, createHash('sha256').update(text).digest('hex')]
      }),
  )

/** Returns IDs by kind. An ID in several columns counts once, under an `id` column if there is one. */
function idsIn(rowsByTable: Map<string, Record<string, unknown>[]>): Map<string, string> {
  const idValues = [...rowsByTable].flatMap(([table, rows]) =>
    Object.entries(rows.at(-1) ?? {})
      // An empty text names the integration's own endpoint.
      .filter(
        ([column, value]) => idColumns.test(column) && typeof value === 'string' && value !== '',
      )
      // The subject of a mail is a sentence and not an ID.
      .filter(([column]) => table !== 'mails' || column !== 'subject')
      .map(([column, value]) => ({ column, kind: `${table}.${column}`, value: String(value) })),
  )
  const kinds = new Map<string, string>()
  for (const isIdColumn of [true, false]) {
    for (const { column, kind, value } of idValues) {
      if ((column === 'id') !== isIdColumn || [...kinds.values()].includes(value)) continue
      kinds.set(kind, value)
    }
  }
  return kinds
}
