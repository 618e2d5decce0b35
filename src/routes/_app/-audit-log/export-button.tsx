import { ExportLink } from '../../../components/export-link.tsx'
import { formatTotal } from '../../../features/transactions/format-total.ts'
import { downloadOnceAnswered } from '../../../lib/download.ts'
import { auditLog } from '../../../texts/audit-log.ts'
import { queries } from '../../../trpc.ts'
import { type AuditSearch, exportHref } from './audit-search.ts'

const texts = auditLog.export

type Props = { search: AuditSearch; total: number; totalExact: boolean }

export function ExportButton({ search, total, totalExact }: Props) {
  const href = exportHref(search)
  const ask = () =>
    queries.auditLog.list.fetch({ ...search, limit: 1 }, { staleTime: 0, gcTime: 0 })
  return (
    <ExportLink
      href={href}
      label={total === 1 ? texts.oneRow : texts.rows(formatTotal(total, totalExact))}
      onStart={() => downloadOnceAnswered(href, ask, texts)}
    />
  )
}
