import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { EmptyState, NoMatch } from '#client/components/empty-state.tsx'
import { hasLinkFilters } from '#client/features/payment-links/link-filter.ts'
import type { LinkSearch } from '#client/features/payment-links/link-search.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'

type Props = { search: LinkSearch; onClear: () => void; onMake: () => void }

export function NoLinks({ search, onClear, onMake }: Props) {
  if (hasLinkFilters(search)) {
    return (
      <NoMatch
        title={paymentLinks.noMatchTitle}
        text={paymentLinks.noMatch}
        clear={paymentLinks.filters.clear}
        onClear={onClear}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconLink size={28} stroke={1.5} aria-hidden />}
      title={paymentLinks.emptyTitle}
      text={paymentLinks.empty}
      action={
        <Button mt="xs" onClick={onMake}>
          {paymentLinks.emptyAction}
        </Button>
      }
    />
  )
}
