import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { latestPayments } from '../../../../features/customers/latest-payments.ts'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import { LatestTransactions } from '../../../../features/transactions/latest-transactions.tsx'
import { customers } from '../../../../texts/customers.ts'

const texts = customers.detail.latest

type Props = { customerId: string }

export function CustomerPayments({ customerId }: Props) {
  const { timezone } = useSignedIn().merchant
  return (
    <LatestTransactions
      input={latestPayments(customerId)}
      timezone={timezone}
      about="method"
      texts={texts}
      link={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/transactions" search={{ customerId }} />}
        >
          {texts.all}
        </Anchor>
      }
    />
  )
}
