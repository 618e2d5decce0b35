import { ExportLink } from '../../../../components/export-link.tsx'
import { formatTotal } from '../../../../features/transactions/format-total.ts'
import { startExport } from '../../../../features/transactions/start-export.ts'
import {
  exportHref,
  listInput,
  type TransactionSearch,
} from '../../../../features/transactions/transaction-search.ts'
import { transactions } from '../../../../texts/transactions.ts'

const texts = transactions.export

type Props = { search: TransactionSearch; total: number; totalExact: boolean }

export function ExportButton({ search, total, totalExact }: Props) {
  const href = exportHref(search)
  return (
    <ExportLink
      href={href}
      label={total === 1 ? texts.oneRow : texts.rows(formatTotal(total, totalExact))}
      onStart={() => startExport(href, listInput(search))}
    />
  )
}
