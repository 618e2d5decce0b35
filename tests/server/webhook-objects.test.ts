import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

test.each(['v1', 'v2'] as const)(
  'events of %s name the payment or customer they are about',
  async (version) => {
    await using app = await testApp()
    const alice = await app.person()
    const [record] = await alice.api.integrations.list.query()
    const id = String(record?.id)
    const webhookUrl = 'https://shop.example/hooks'
    await alice.api.integrations.update.mutate({ id, version, webhookUrl })
    const paid = await alice.api.transactions.create.mutate(payment({ amount: '12.50' }))
    await alice.api.refunds.create.mutate({
      id: paid.transactionId,
      amount: '2.50',
      reason: 'goodwill',
    })
    await alice.api.webhooks.test.mutate({ eventType: 'payment.completed' })
    const { data } = await alice.api.webhooks.list.query()
    const ids = data.map((event) => event.id)

    const objects = await alice.api.webhooks.objects.query({ ids })

    const ofType = (type: string) =>
      data.find((event) => event.eventType === type && !event.test)?.id
    const typeOf = ({ eventId }: { eventId: string }) =>
      data.find(({ id: each }) => each === eventId)?.eventType ?? ''
    expect(objects.toSorted((a, b) => typeOf(a).localeCompare(typeOf(b)))).toEqual([
      {
        eventId: ofType('customer.created'),
        kind: 'customer',
        key: paid.customerId,
        name: paid.customerName,
        sum: null,
      },
      {
        eventId: ofType('payment.completed'),
        kind: 'payment',
        key: paid.transactionId,
        name: null,
        sum: { amount: '12.50', currency: 'USD' },
      },
      ...['refund.completed', 'refund.created'].map((type) => ({
        eventId: ofType(type),
        kind: 'payment',
        key: paid.transactionId,
        name: null,
        sum: { amount: '2.50', currency: 'USD' },
      })),
    ])

    const bob = await app.person()
    expect(await bob.api.webhooks.objects.query({ ids })).toEqual([])
    expect(await alice.api.webhooks.objects.query({ ids: [] })).toEqual([])
  },
)
