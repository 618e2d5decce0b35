import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { type Flow, type FlowClient, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'
import type { Payments } from './payments.ts'

/** Returns a flow of customers who pay and are then erased. Sometimes an erasure without a response is not repeated. */
export function createErasureFlow(flowClient: FlowClient, owner: Owner, payments: Payments): Flow {
  const name = 'erasures'
  const erased = new Map<string, 'done' | 'unknown'>()
  return {
    name,
    step: async () => {
      const mark = uniqueName()
      const payer = { name: `Zed ${mark}`, email: `${mark}@example.com` }
      const paid = await payments.pay(payer)
      if (randomInt(2) === 0) await payments.pay(payer)
      if (!paid) return
      const request = {
        method: 'DELETE',
        path: `/api/customers/${paid.customerId}`,
        headers: owner.keyHeaders,
      }
      let outcome = await flowClient.sendOnce(name, request)
      if (outcome.is === 'unknown' && randomInt(2) === 0) {
        outcome = await flowClient.sendUntilResponse(name, request)
      }
      flowClient.reportIfRefused(name, outcome)
      erased.set(mark, outcome.is === 'done' ? 'done' : 'unknown')
    },
    check: async (db) => {
      const storesByMark = await findStoresByMark(db)
      for (const [mark, outcome] of erased) {
        const stores = storesByMark.get(mark) ?? new Set()
        const about = `erasures: ${mark} is named in ${[...stores].join(', ')}`
        if (stores.size > 0 && outcome === 'done') flowClient.lost.push(about)
        else if (stores.size > 0 && stores.size < STORE_COUNT)
          flowClient.halved.push(`${about} alone`)
      }
    },
  }
}

/** Stores that contain a customer's name: customers, payments, search texts, webhook events and stored responses. */
const STORE_COUNT = 5

async function findStoresByMark(db: Kysely<Database>): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const collectMarks = (store: string, rows: readonly object[]) => {
    for (const row of rows) {
      for (const mark of JSON.stringify(row).match(/q[0-9a-f]{12}(?![0-9a-f])/g) ?? []) {
        found.set(mark, (found.get(mark) ?? new Set()).add(store))
      }
    }
  }
  collectMarks(
    'customers',
    await db.selectFrom('customers').select(['name', 'email', 'emailKey']).execute(),
  )
  const names = ['customerName', 'customerEmail'] as const
  collectMarks('transactions', await db.selectFrom('transactions').select(names).execute())
  collectMarks('searchTexts', await db.selectFrom('searchTexts').select('text').execute())
  collectMarks('webhookEvents', await db.selectFrom('webhookEvents').select('payload').execute())
  collectMarks('idempotencyKeys', await db.selectFrom('idempotencyKeys').select('body').execute())
  return found
}
