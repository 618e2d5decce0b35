import { randomInt } from 'node:crypto'
import { type Flow, type FlowClient, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'

/** Returns a flow that adds customers with an API key, some of them twice. */
export function createCustomerFlow(flowClient: FlowClient, owner: Owner): Flow {
  const name = 'customers'
  const added = new Map<string, string>()
  return {
    name,
    step: async () => {
      const key = uniqueName()
      const email = `${key}@example.com`
      const request = {
        method: 'POST',
        path: '/api/customers',
        headers: { ...owner.keyHeaders, 'idempotency-key': key },
        body: { name: 'Bea Verdi', email },
      }
      const outcome = await flowClient.sendUntilResponse(name, request)
      flowClient.reportIfRefused(name, outcome)
      if (outcome.is !== 'done') return
      added.set(email, outcome.json.id)
      if (randomInt(2) === 0) return
      const repeated = await flowClient.sendUntilResponse(name, request)
      if (
        repeated.is !== 'done' ||
        JSON.stringify(repeated.json) !== JSON.stringify(outcome.json)
      ) {
        flowClient.doubled.push(`customers: ${key} was answered in two ways`)
      }
    },
    check: async (db) => {
      const rows = await db.selectFrom('customers').select(['id', 'email']).execute()
      const createdEvents = await db
        .selectFrom('webhookEvents')
        .select('objectId')
        .where('eventType', '=', 'customer.created')
        .execute()
      for (const [email, id] of added) {
        const own = rows.filter((row) => row.email === email)
        const events = createdEvents.filter(({ objectId }) => objectId === id).length
        if (own[0]?.id !== id) flowClient.lost.push(`customers: ${email} is not there`)
        if (own.length > 1)
          flowClient.doubled.push(`customers: ${email} is there ${own.length} times`)
        if (events !== 1)
          flowClient.halved.push(`customers: ${email} has ${events} creation events`)
      }
    },
  }
}
