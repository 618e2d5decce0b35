import { randomInt } from 'node:crypto'
import { vi } from 'vitest'
import { type Flow, type FlowClient, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'
import type { Payments } from './payments.ts'

const choices = {
  timezone: ['UTC', 'Europe/Rome', 'Pacific/Auckland', 'America/Los_Angeles'],
  currency: ['USD', 'EUR', 'GBP'],
}
type Field = keyof typeof choices | 'businessName'

/** Long enough for work that continues after the response: a new time zone recomputes each payment's business day. */
const SETTLES_WITHIN_MS = 60_000

/** Returns a flow of an owner who changes the business's time zone, currency and name while payments arrive. */
export function createProfileFlow(flowClient: FlowClient, owner: Owner, payments: Payments): Flow {
  /** Possible values of each field: the last acknowledged one, and later ones without a response. */
  const possible = new Map<Field, Set<string>>()
  /** Names that were sent; true once the server has acknowledged the change. */
  const names = new Map<string, boolean>()

  const change = async (field: Field, value: string) => {
    const flow = field === 'timezone' ? 'zones' : field === 'currency' ? 'currencies' : 'names'
    const outcome = await owner.sendOnce(flow, {
      method: 'PATCH',
      path: '/api/merchant/profile',
      body: { [field]: value },
    })
    flowClient.reportIfRefused(flow, outcome)
    if (outcome.is === 'done') possible.set(field, new Set([value]))
    if (outcome.is === 'unknown') possible.get(field)?.add(value)
    if (field === 'businessName') names.set(value, outcome.is === 'done')
  }
  const pick = (list: readonly string[]) => list[randomInt(list.length)] ?? ''

  return {
    name: 'zones',
    step: async () => {
      for (let n = randomInt(3); n > 0; n--) await payments.step()
      await change('timezone', pick(choices.timezone))
      await change('currency', pick(choices.currency))
      await change('businessName', `Bar ${uniqueName()}`)
    },
    check: async (db) => {
      const [last] = possible.get('businessName') ?? []
      const changedNames = [...names.keys()]
      if (last === undefined) return
      const current = () => db.selectFrom('merchants').selectAll().where('email', '=', owner.email)
      const checkStored = async () => {
        const row = await current().executeTakeFirstOrThrow()
        const differing = [...possible].filter(([field, values]) => !values.has(row[field]))
        if (differing.length === 0) return
        throw new Error(differing.map(([field]) => `${field} is ${row[field]}`).join(', '))
      }
      await vi
        .waitFor(checkStored, { timeout: SETTLES_WITHIN_MS, interval: 100 })
        .catch((error: Error) => flowClient.lost.push(`profile: ${error.message}`))
      const audit = await db
        .selectFrom('auditLog')
        .select('after')
        .where('action', '=', 'merchant.updated')
        .execute()
      for (const name of changedNames) {
        const count = audit.filter(({ after }) => after?.includes(name)).length
        if (count > 1) flowClient.doubled.push(`profile: ${name} was given ${count} times`)
        if (count === 0 && names.get(name)) flowClient.lost.push(`profile: ${name} was never given`)
      }
    },
  }
}
