import { Button } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState, NoMatch } from '#client/components/empty-state.tsx'
import { hasRefundFilters } from '#client/features/refunds/refund-filter.ts'
import type { RefundSearch } from '#client/features/refunds/refund-search.ts'
import { refunds } from '#client/texts/en/refunds.ts'

type Props = { search: RefundSearch; onClear: () => void }

export function NoRefunds({ search, onClear }: Props) {
  if (hasRefundFilters(search)) {
    return (
      <NoMatch
        title={refunds.noMatchTitle}
        text={refunds.noMatch}
        clear={refunds.filters.clear}
        onClear={onClear}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconReceiptRefund size={28} stroke={1.5} aria-hidden />}
      title={refunds.emptyTitle}
      text={refunds.empty}
      action={
        <Button
          mt="xs"
          renderRoot={(props) => (
            <Link to="/transactions" search={{ status: 'success' }} {...props} />
          )}
        >
          {refunds.emptyAction}
        </Button>
      }
    />
  )
}
