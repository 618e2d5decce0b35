import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import {
  exportHref,
  type TransactionSearch,
} from '../../../../features/transactions/transaction-search.ts'
import { formatTotal } from '../../../../features/transactions/format-total.ts'
import { transactions } from '../../../../texts/transactions.ts'

type Props = { search: TransactionSearch; total: number; totalExact: boolean }

/** A plain link: the browser streams the file to disk, however long it is. */
export function ExportButton({ search, total, totalExact }: Props) {
  return (
    <Button
      component="a"
      href={exportHref(search)}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {total === 1
        ? transactions.exportOneRow
        : transactions.exportRows(formatTotal(total, totalExact))}
    </Button>
  )
}
