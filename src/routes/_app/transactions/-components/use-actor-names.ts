import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { trpc } from '#client/trpc.ts'
import type { TransactionDetail } from '#server/features/transactions/transactions.schema.ts'

/** Returns a function from actors to names; actors without a name get a description. */
export function useActorNames(
  { events }: Pick<TransactionDetail, 'events'>,
  money: PaymentMoney | undefined,
): (actor: string) => string {
  const { user } = useSignedIn()
  const self = user && `user:${user.id}`
  const actors = [...events, ...(money?.refunds ?? [])]
    .map(({ actor }) => actor)
    .filter((actor) => actor !== self && /^(user|key):/.test(actor))
  const uniqueActors = [...new Set(actors)].toSorted()
  const { data } = trpc.team.names.useQuery(
    { actors: uniqueActors },
    { enabled: uniqueActors.length > 0 },
  )
  const names = new Map(data?.map(({ actor, name }) => [actor, name]))
  return (actor) => {
    const { you, person, integration, processor, system, elsewhere, named } = transactions.actors
    if (self !== undefined && actor === self) return you
    const name = names.get(actor)
    if (name !== undefined) return named(name)
    if (actor.startsWith('user:')) return person
    if (actor.startsWith('key:')) return integration
    if (actor === 'import') return elsewhere
    return actor.startsWith('processor:') ? processor : system
  }
}
