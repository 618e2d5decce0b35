import { ExportLink } from '#client/components/export-link.tsx'
import { EXPORT_ADDRESS, startExport } from '#client/features/transactions/start-export.ts'
import {
  filterKeys,
  listInput,
  type TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { formatTotal } from '#client/lib/format.ts'
import { transactions } from '#client/texts/transactions.ts'

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

/** The download of exactly the rows that the list shows, page after page. */
function exportHref(search: TransactionSearch): string {
  const query = new URLSearchParams()
  for (const key of [...filterKeys, 'sort'] as const) {
    const value = search[key]
    if (value !== undefined) query.set(key, String(value))
  }
  return `${EXPORT_ADDRESS}?${query}`
}
