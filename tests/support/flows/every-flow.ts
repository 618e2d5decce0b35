import { openDatabase } from '#db/database.ts'
import type { Receiver } from '../receiver.ts'
import { createCustomerFlow } from './customers.ts'
import { createErasureFlow } from './erasures.ts'
import type { Flow, FlowClient } from './flow-client.ts'
import { createKeyFlow } from './keys.ts'
import { checkOutbox, waitUntilIdle } from './outbox.ts'
import { Owner } from './owner.ts'
import { checkPaymentRows } from './payment-rows.ts'
import { Payments } from './payments.ts'
import { createPeopleFlow } from './people.ts'
import { createProfileFlow } from './profile.ts'
import { createTeamFlow } from './team.ts'

/**
 * Returns all flows that change something: a shop with many payments, and a small one that changes its settings. Both
 * have a webhook endpoint.
 */
export async function createFlows(flowClient: FlowClient, endpoint: Receiver): Promise<Flow[]> {
  const shop = await Owner.of(flowClient, 'shop@example.com', endpoint.url)
  const smallShop = await Owner.of(flowClient, 'mover@example.com', endpoint.url)
  const payments = new Payments(flowClient, shop)
  const smallPayments = new Payments(flowClient, smallShop)
  const peopleFlow = createPeopleFlow(flowClient)
  return [
    payments,
    createErasureFlow(flowClient, shop, payments),
    createCustomerFlow(flowClient, shop),
    peopleFlow,
    createTeamFlow(flowClient, shop, peopleFlow),
    createKeyFlow(flowClient, shop),
    createProfileFlow(flowClient, smallShop, smallPayments),
    {
      name: 'payments of the small shop',
      // Has no runs of its own: the flow of the profile makes these payments, between its changes.
      atOnce: 0,
      step: smallPayments.step,
      check: smallPayments.check,
    },
  ]
}

/** Checks, when no flow runs any more, that everything acknowledged is stored once and completely. */
export async function checkFlows(
  flowClient: FlowClient,
  flows: readonly Flow[],
  { databaseUrl, endpoint }: { databaseUrl: string; endpoint: Receiver },
): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl })
  try {
    await waitUntilIdle(db).catch((error: Error) =>
      flowClient.lost.push(`outbox: ${error.message}`),
    )
    for (const { check } of flows) await check(db)
    await checkPaymentRows(db, flowClient)
    await checkOutbox(db, endpoint, flowClient)
  } finally {
    await close()
  }
}
