import { LinkChip } from '../../../../components/chip.tsx'
import type { TransactionSearch } from '../../../../features/transactions/transaction-search.ts'
import { transactions } from '../../../../texts/transactions.ts'

type Final = Pick<TransactionSearch, 'final'>

type Props = { search: Final; onChange: (changed: Final) => void }

/** Rates and processing times count what is final; the status beside it narrows further. */
export function FinalChip({ search: { final }, onChange }: Props) {
  if (final === undefined) return null
  return (
    <LinkChip
      label={transactions.filters.final(final)}
      onRemove={() => onChange({ final: undefined })}
    />
  )
}
