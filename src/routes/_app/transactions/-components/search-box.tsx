import { useNavigate } from '@tanstack/react-router'
import { SearchField } from '../../../../components/search-field.tsx'
import { paymentKeyOf } from '../../../../features/transactions/payment-key.ts'
import { transactions } from '../../../../texts/transactions.ts'
import { queries } from '../../../../trpc.ts'

type Props = { value: string; onSearch: (text: string) => void }

/** Who pastes a whole reference or id and presses Enter wants that payment, not a list of one. */
export function SearchBox({ value, onSearch }: Props) {
  const navigate = useNavigate()

  const findPayment = async (text: string) => {
    const id = paymentKeyOf(text)
    // Of a look-up that fails the list tells more: that nothing matches, or why it cannot say.
    const payment = id && (await queries.transactions.get.fetch({ id }).catch(() => undefined))
    if (!payment) return undefined
    const { transactionId } = payment
    return () => void navigate({ to: '/transactions/$transactionId', params: { transactionId } })
  }

  return (
    <SearchField
      label={transactions.search}
      placeholder={transactions.searchPlaceholder}
      clearLabel={transactions.clearSearch}
      value={value}
      onSearch={onSearch}
      findTarget={findPayment}
    />
  )
}
