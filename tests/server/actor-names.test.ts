import { expect, test } from 'vitest'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'

test('the merchant alone sees who refunded a payment, by name, person or API key', async () => {
  await using app = await testApp()
  const alice = await app.person({ name: 'Ada Rossi' })
  const colleague = await createTeamMember(app, alice)
  const shop = await keyCaller(app, alice, { scopes: ['read', 'write', 'refund', 'disputes'] })
  const bob = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ amount: '20.00' }))
  await alice.api.refunds.create.mutate({ id, amount: '1.00' })
  await shop.rest(
    'POST',
    `/api/transactions/${id}/refunds`,
    { amount: '2.00' },
    { 'idempotency-key': 'k' },
  )

  const { refunds } = await colleague.api.refunds.ofPayment.query({ id })
  const actors = refunds.map(({ actor }) => actor)

  expect(actors.map((actor) => actor.split(':')[0])).toEqual(['user', 'key'])
  const requestedActors = [
    ...actors,
    ...actors,
    'user:nobody',
    'key:none',
    'processor:sandbox',
    'anyone',
    '',
  ]
  const key = await app.db.selectFrom('apiKeys').select('name').executeTakeFirstOrThrow()
  expect(await colleague.api.team.names.query({ actors: requestedActors })).toEqual([
    { actor: actors[0], name: 'Ada Rossi' },
    { actor: actors[1], name: key.name },
  ])
  expect(await bob.api.team.names.query({ actors: requestedActors })).toEqual([])
})

test('a person who has left, or a malformed list of actors, has no name', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const colleague = await createTeamMember(app, alice)
  const { id } = await colleague.api.transactions.create.mutate(payment({ amount: '20.00' }))
  await colleague.api.refunds.create.mutate({ id, amount: '1.00' })
  const { refunds } = await alice.api.refunds.ofPayment.query({ id })
  const actors = refunds.map(({ actor }) => actor)
  expect(await alice.api.team.names.query({ actors })).toHaveLength(1)

  await colleague.api.team.leave.mutate({})

  expect(await alice.api.team.names.query({ actors })).toEqual([])
  await expect(
    alice.api.team.names.query({ actors: Array.from({ length: 101 }, () => 'user:1') }),
  ).rejects.toMatchObject({ data: { code: 'invalid' } })
})
