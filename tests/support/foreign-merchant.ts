import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { openDatabase } from '#db/database.ts'
import type { ClerkStandIn } from './clerk-stand-in.ts'
import type { KeepAlive } from './keep-alive.ts'
import { onboarding, payment } from './make.ts'

export type Credentials = Record<string, string>

/** Creates a person's account at the sign-in provider. Returns the headers that authenticate the person. */
export type Enrol = (person: { email: string; name: string }) => Promise<Credentials>

export const withPassword =
  (client: KeepAlive): Enrol =>
  async (person) => {
    const answer = await client.ask({
      method: 'POST',
      path: '/api/auth/sign-up/email',
      body: { ...person, password: 'correct horse battery' },
    })
    expect(answer.status, answer.body).toBe(200)
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
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

type Making = { client: KeepAlive; enrol: Enrol; name: string; hookUrl: string }

/** Sends a call that must succeed, and returns its response. */
export async function done(
  { ask }: KeepAlive,
  credentials: Credentials,
  [method, path, body]: [string, string, unknown?],
) {
  const headers = { ...credentials, ...(method === 'POST' && { 'idempotency-key': randomUUID() }) }
  const answer = await ask({ method, path, headers, ...(body !== undefined && { body }) })
  expect(answer.status, `${method} ${path}: ${answer.body}`).toBeLessThan(300)
  return answer.body === '' ? undefined : JSON.parse(answer.body)
}

/** Creates a merchant with something of every kind. Every text contains the merchant's name. */
export async function makeMerchant({ client, enrol, name, hookUrl }: Making): Promise<Merchant> {
  const email = (who: string) => `${name}${who}@example.com`.toLowerCase()
  const owner = await enrol({ email: email('owner'), name: `${name} Owner` })
  const { id } = await done(client, owner, [
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
  const [integration] = await done(client, owner, ['GET', '/api/integrations'])
  const webhookUrl = `${hookUrl}/${name}`
  await done(client, owner, ['PUT', `/api/integrations/${integration.id}`, { webhookUrl }])
  const { secret } = await done(client, owner, ['POST', '/api/api-keys', { name: `${name} key` }])
  const key = { authorization: `Bearer ${secret}` }
  for (const paymentMethod of ['card', 'bank'] as const) {
    const paid = payment({
      paymentMethod,
      customerName: `${name} Customer`,
      customerEmail: email('customer'),
      description: `${name} order`,
    })
    const { id: paidId } = await done(client, key, ['POST', '/api/payments', paid])
    if (paymentMethod === 'bank') continue
    const refund = { amount: '1.00', note: `${name} note` }
    await done(client, owner, ['POST', `/api/transactions/${paidId}/refunds`, refund])
  }
  const link = { title: `${name} link`, amount: '40.00' }
  await done(client, owner, ['POST', '/api/payment-links', link])
  const look = { supportEmail: email('support'), termsUrl: `https://${name}.example/terms` }
  await done(client, owner, ['POST', '/trpc/look.update', look])
  const invited = { role: 'staff', email: email('invited') }
  await done(client, owner, ['POST', '/trpc/team.invite', invited])
  const view = { name: `${name} view`, search: { search: `${name}` } }
  await done(client, owner, ['POST', '/trpc/views.save', view])
  await done(client, owner, ['POST', '/trpc/preferences.save', { language: 'en' }])
  return { name, owner, key, id }
}

/** Adds a new person to that merchant's staff, and returns their credentials. */
export async function joinAsStaff(
  { client, enrol }: Pick<Making, 'client' | 'enrol'>,
  { name, owner }: Merchant,
): Promise<Credentials> {
  const made = await done(client, owner, ['POST', '/trpc/team.invite', { role: 'staff' }])
  const token = String(made.result.data.link.split('#')[1])
  const staff = await enrol({ email: `${name}staff@example.com`.toLowerCase(), name: 'Staff' })
  await done(client, staff, ['POST', '/trpc/team.accept', { token }])
  return staff
}

export type Belongings = {
  /** An ID of each kind by table and column, such as `customers.id`. */
  ids: Map<string, string>
  /** Hash of all the merchant's rows, by table. */
  hashes: Map<string, string>
  /** Tables without a row of the merchant, so that a drill cannot check them. */
  empty: string[]
}

const isName = /^(?:id|key|hash|prefix|subject|(?!provider).*_id|.*_hash)$/

/** Returns the data that the database contains about a merchant and its members. */
export async function belongingsOf(databaseUrl: string, id: string): Promise<Belongings> {
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
    const held = new Map<string, Record<string, unknown>[]>()
    for (const { name, columns } of tables) {
      const has = (column: string) => columns.some((each) => each.name === column)
      if (name === 'merchants') held.set(name, await rowsOf(name, sql`id = ${id}`))
      else if (name === 'preferences') held.set(name, await rowsOf(name, sql`subject in ${people}`))
      else if (name === 'auth_users') held.set(name, await rowsOf(name, sql`id in ${people}`))
      else if (has('merchant_id')) held.set(name, await rowsOf(name, sql`merchant_id = ${id}`))
      else if (has('user_id')) held.set(name, await rowsOf(name, sql`user_id in ${people}`))
    }
    return { ids: idsIn(held), hashes: hashesOf(held), empty: emptyIn(held) }
  } finally {
    await database.close()
  }
}

/** Tables that may be empty: only some people, processors over a network, or payers fill them. */
const mayBeEmpty =
  /^(?:auth_|payment_attempts$|processor_accounts$|processor_events$|disputes$|imported_payments$|payment_link_answers$|payment_link_tries$)/

const emptyIn = (held: Map<string, unknown[]>) =>
  [...held]
    .filter(([name, rows]) => rows.length === 0 && !mayBeEmpty.test(name))
    .map(([name]) => name)

/** Omits `last_used_at`, because the server writes a key's last use a minute later. */
const lasting = ({ last_used_at: _, ...row }: Record<string, unknown>) => JSON.stringify(row)

const hashesOf = (held: Map<string, Record<string, unknown>[]>): Map<string, string> =>
  new Map(
    [...held].map(([name, rows]) => {
      const text = JSON.stringify(rows.map(lasting).toSorted())
      return [name, createHash('sha256').update(text).digest('hex')]
    }),
  )

/** Returns IDs by kind. An ID in several columns counts once, under an `id` column if there is one. */
function idsIn(held: Map<string, Record<string, unknown>[]>): Map<string, string> {
  const named = [...held].flatMap(([table, rows]) =>
    Object.entries(rows.at(-1) ?? {})
      .filter(([column, value]) => isName.test(column) && typeof value === 'string')
      // The subject of a mail is a sentence and not an ID.
      .filter(([column]) => table !== 'mails' || column !== 'subject')
      .map(([column, value]) => ({ column, kind: `${table}.${column}`, value: String(value) })),
  )
  const kinds = new Map<string, string>()
  for (const isHome of [true, false]) {
    for (const { column, kind, value } of named) {
      if ((column === 'id') !== isHome || [...kinds.values()].includes(value)) continue
      kinds.set(kind, value)
    }
  }
  return kinds
}
