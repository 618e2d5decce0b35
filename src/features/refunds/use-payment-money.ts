import type { inferRouterOutputs } from '@trpc/server'
import { useIsLive } from '#client/lib/hooks/is-live.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { trpc } from '#client/trpc.ts'
import type { AppRouter } from '#server/router.ts'

/** A payment's amounts, attempts, disputes and refunds, as the server returns them. */
export type PaymentMoney = inferRouterOutputs<AppRouter>['refunds']['ofPayment']
export type PaymentRefund = PaymentMoney['refunds'][number]

/** The server's name of its sandbox, in the sentences of its answers. */
const SANDBOX = 'the sandbox'

/** Names the sandbox in the page's language. */
const withNamedProcessor = (money: PaymentMoney): PaymentMoney =>
  money?.processor === SANDBOX ? { ...money, processor: refunds.money.sandbox } : money

const POLL_MS = 3000

/** A refund that needs an owner's approval does not continue by itself. */
const isUnderway = ({ status, needsApproval }: PaymentRefund) =>
  status === 'pending' && !needsApproval

const canStillChange = ({ stage, refunds }: PaymentMoney) =>
  stage === 'processing' || refunds.some(isUnderway)

/**
 * Loads a payment's amounts, attempts and refunds. Polls while an attempt or a refund can change and no
 * stream of live updates is connected.
 */
export function usePaymentMoney(id: string, { isNeeded = true } = {}) {
  const isLive = useIsLive()
  return trpc.refunds.ofPayment.useQuery(
    { id },
    {
      enabled: isNeeded,
      select: withNamedProcessor,
      refetchInterval: ({ state }) =>
        !isLive && state.data && canStillChange(state.data) ? POLL_MS : false,
    },
  )
}
