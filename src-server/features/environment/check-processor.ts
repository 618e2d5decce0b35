import type { World } from '#server/core/context.ts'
import type { Membership } from '#server/core/merchant.ts'
import { findAnyAccount, listUnfitPayments } from './environment.queries.ts'
import { healthy, unknown, warning } from './environment.rules.ts'
import { type EnvironmentCheck, notInUse } from './environment.schema.ts'

const LISTED = 5

type Options = Pick<World, 'db'> & { findMembership: () => Promise<Membership | undefined> }

/** Whether everything that the merchant's processors say of payments is recorded. */
export async function checkProcessor({ db, findMembership }: Options): Promise<EnvironmentCheck> {
  const membership = await findMembership()
  if (!membership) {
    return { ...unknown('You have no merchant yet.', 'Complete the onboarding.'), details: [] }
  }
  const { id: merchantId } = membership.merchant
  const unfit = await listUnfitPayments(db, { merchantId, limit: LISTED })
  if (unfit.length > 0) {
    return {
      ...warning(
        'The processor names refunds that exceed their payments, so they are not recorded.',
        'Compare these payments with the processor’s own dashboard, and tell the operator of this server.',
      ),
      details: [{ label: 'Payments', value: unfit.map(({ subject }) => subject).join(', ') }],
    }
  }
  const account = await findAnyAccount(db, { merchantId })
  if (!account) return { ...healthy(notInUse.processor), details: [] }
  return { ...healthy('Everything that the processor said is recorded.'), details: [] }
}
