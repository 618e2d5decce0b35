import { randomInt } from 'node:crypto'
import { type Flow, type Ground, newMark } from './ground.ts'
import type { Owner } from './owner.ts'

/** Returns a flow that adds customers with an API key, some of them twice. */
export function customers(ground: Ground, owner: Owner): Flow {
  const name = 'customers'
  const added = new Map<string, string>()
  return {
    name,
    step: async () => {
      const key = newMark()
      const email = `${key}@example.com`
      const asked = {
        method: 'POST',
        path: '/api/customers',
        headers: { ...owner.program, 'idempotency-key': key },
        body: { name: 'Bea Verdi', email },
      }
      const outcome = await ground.untilAnswered(name, asked)
      ground.refused(name, outcome)
      if (outcome.is !== 'done') return
      added.set(email, outcome.json.id)
      if (randomInt(2) === 0) return
      const again = await ground.untilAnswered(name, asked)
      if (again.is !== 'done' || JSON.stringify(again.json) !== JSON.stringify(outcome.json)) {
        ground.doubled.push(`customers: ${key} was answered in two ways`)
      }
    },
    check: async (db) => {
      const rows = await db.selectFrom('customers').select(['id', 'email']).execute()
      const told = await db
        .selectFrom('webhookEvents')
        .select('objectId')
        .where('eventType', '=', 'customer.created')
        .execute()
      for (const [email, id] of added) {
        const own = rows.filter((row) => row.email === email)
        const events = told.filter(({ objectId }) => objectId === id).length
        if (own[0]?.id !== id) ground.lost.push(`customers: ${email} is not there`)
        if (own.length > 1) ground.doubled.push(`customers: ${email} is there ${own.length} times`)
        if (events !== 1) ground.halved.push(`customers: ${email} is told of ${events} times`)
      }
    },
  }
}
