import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { type Flow, type Ground, newMark } from './ground.ts'
import type { Owner } from './owner.ts'
import type { Payments } from './payments.ts'

/** Returns a flow of customers who pay and are then erased. Sometimes an erasure without a response is not repeated. */
export function erasures(ground: Ground, owner: Owner, payments: Payments): Flow {
  const name = 'erasures'
  const erased = new Map<string, 'done' | 'unknown'>()
  return {
    name,
    step: async () => {
      const mark = newMark()
      const payer = { name: `Zed ${mark}`, email: `${mark}@example.com` }
      const paid = await payments.pay(payer)
      if (randomInt(2) === 0) await payments.pay(payer)
      if (!paid) return
      const asked = {
        method: 'DELETE',
        path: `/api/customers/${paid.customerId}`,
        headers: owner.program,
      }
      let outcome = await ground.ask(name, asked)
      if (outcome.is === 'unknown' && randomInt(2) === 0) {
        outcome = await ground.untilAnswered(name, asked)
      }
      ground.refused(name, outcome)
      erased.set(mark, outcome.is === 'done' ? 'done' : 'unknown')
    },
    check: async (db) => {
      const named = await placesByMark(db)
      for (const [mark, outcome] of erased) {
        const places = named.get(mark) ?? new Set()
        const about = `erasures: ${mark} is named in ${[...places].join(', ')}`
        if (places.size > 0 && outcome === 'done') ground.lost.push(about)
        else if (places.size > 0 && places.size < PLACES) ground.halved.push(`${about} alone`)
      }
    },
  }
}

/** Stores that contain a customer's name: customers, payments, search texts, webhook events and stored responses. */
const PLACES = 5

async function placesByMark(db: Kysely<Database>): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const look = (place: string, rows: readonly object[]) => {
    for (const row of rows) {
      for (const mark of JSON.stringify(row).match(/q[0-9a-f]{12}(?![0-9a-f])/g) ?? []) {
        found.set(mark, (found.get(mark) ?? new Set()).add(place))
      }
    }
  }
  look(
    'customers',
    await db.selectFrom('customers').select(['name', 'email', 'emailKey']).execute(),
  )
  const names = ['customerName', 'customerEmail'] as const
  look('transactions', await db.selectFrom('transactions').select(names).execute())
  look('searchTexts', await db.selectFrom('searchTexts').select('text').execute())
  look('webhookEvents', await db.selectFrom('webhookEvents').select('payload').execute())
  look('idempotencyKeys', await db.selectFrom('idempotencyKeys').select('body').execute())
  return found
}
