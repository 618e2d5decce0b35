import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
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

/** A link, so that its address can be copied or opened elsewhere. */
export function ExportButton({ search, total, totalExact }: Props) {
  const [isStarting, setIsStarting] = useState(false)
  const address = exportHref(search)

  const start = async () => {
    setIsStarting(true)
    await startExport(address, listInput(search))
    setIsStarting(false)
  }
  const handleClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!isStarting) void start()
  }

  return (
    <Button
      component="a"
      href={address}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isStarting}
      onClick={handleClick}
    >
      {total === 1 ? texts.oneRow : texts.rows(formatTotal(total, totalExact))}
    </Button>
  )
}
