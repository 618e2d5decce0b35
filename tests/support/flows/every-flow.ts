import { openDatabase } from '#db/database.ts'
import type { Receiver } from '../receiver.ts'
import { customers } from './customers.ts'
import { erasures } from './erasures.ts'
import type { Flow, Ground } from './ground.ts'
import { keys } from './keys.ts'
import { checkOutbox, untilQuiet } from './outbox.ts'
import { Owner } from './owner.ts'
import { checkPaymentRows } from './payment-rows.ts'
import { Payments } from './payments.ts'
import { people } from './people.ts'
import { profile } from './profile.ts'
import { team } from './team.ts'

/**
 * Returns all flows that change something: a shop with many payments, and a small one that changes its settings. Both
 * have a webhook endpoint.
 */
export async function everyFlow(ground: Ground, endpoint: Receiver): Promise<Flow[]> {
  const shop = await Owner.of(ground, 'shop@example.com', endpoint.url)
  const mover = await Owner.of(ground, 'mover@example.com', endpoint.url)
  const payments = new Payments(ground, shop)
  const few = new Payments(ground, mover)
  const crowd = people(ground)
  return [
    payments,
    erasures(ground, shop, payments),
    customers(ground, shop),
    crowd,
    team(ground, shop, crowd),
    keys(ground, shop),
    profile(ground, mover, few),
    { name: 'payments of the small one', atOnce: 0, step: few.step, check: few.check },
  ]
}

/** Checks, when no flow runs any more, that everything acknowledged is stored once and completely. */
export async function checkFlows(
  ground: Ground,
  flows: readonly Flow[],
  { databaseUrl, endpoint }: { databaseUrl: string; endpoint: Receiver },
): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl })
  try {
    await untilQuiet(db).catch((error: Error) => ground.lost.push(`outbox: ${error.message}`))
    for (const { check } of flows) await check(db)
    await checkPaymentRows(db, ground)
    await checkOutbox(db, endpoint, ground)
  } finally {
    await close()
  }
}
