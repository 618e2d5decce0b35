import { createFileRoute } from '@tanstack/react-router'
import { AuditLogPage } from './-audit-log/audit-log-page.tsx'
import { AuditSearch } from './-audit-log/audit-search.ts'
import { prefetchAuditLog } from './-audit-log/use-audit-log.ts'

export const Route = createFileRoute('/_app/audit-log')({
  validateSearch: AuditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchAuditLog(deps),
  component: AuditLogRoute,
})

function AuditLogRoute() {
  return <AuditLogPage search={Route.useSearch()} />
}
