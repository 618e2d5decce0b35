import { Link } from '@tanstack/react-router'
import classes from '#client/components/status-tabs.module.css'
import { StatusTabs } from '#client/components/status-tabs.tsx'
import type { RefundSearch } from '#client/features/refunds/refund-search.ts'
import { refunds } from '#client/texts/refunds.ts'
import { refundStatuses } from '#server/features/refunds/refund-enums.schema.ts'

export function RefundTabs({ search }: { search: RefundSearch }) {
  return (
    <div className={classes.summary}>
      <StatusTabs
        label={refunds.tabs}
        statuses={refundStatuses}
        current={search.status}
        renderTab={(status, link) => (
          <Link
            key={status ?? 'all'}
            {...link}
            to="/refunds"
            search={{ ...search, status, page: 1 }}
            resetScroll={false}
            activeOptions={{ exact: true }}
          >
            {status ? refunds.statuses[status] : refunds.all}
          </Link>
        )}
      />
    </div>
  )
}
