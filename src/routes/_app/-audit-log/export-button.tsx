import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { formatTotal } from '../../../features/transactions/format-total.ts'
import { download } from '../../../lib/download.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { auditLog } from '../../../texts/audit-log.ts'
import { queries } from '../../../trpc.ts'
import { type AuditSearch, exportHref } from './audit-search.ts'

const texts = auditLog.export

type Props = { search: AuditSearch; total: number; totalExact: boolean }

/** A link, so that its address can be copied or opened elsewhere. */
export function ExportButton({ search, total, totalExact }: Props) {
  const [isStarting, setIsStarting] = useState(false)
  const start = async () => {
    setIsStarting(true)
    await startExport(search)
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
      href={exportHref(search)}
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

/** Only once the server has answered for the entries: a download is saved as it comes, an error too. */
async function startExport(search: AuditSearch) {
  try {
    const page = await queries.auditLog.list.fetch(
      { ...search, limit: 1 },
      { staleTime: 0, gcTime: 0 },
    )
    if (page) download(exportHref(search))
    // The guard leads to the sign-in page and back here, where this waits to be read.
    else notify.error({ title: texts.failed, message: texts.signedOut })
  } catch (error) {
    notify.error({ title: texts.failed, message: readProblem(error).detail })
  }
}
