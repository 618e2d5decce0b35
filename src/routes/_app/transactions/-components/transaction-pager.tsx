import { Button, Group, Pagination, Text } from '@mantine/core'
import { PAGE_SIZE } from '../../../../features/transactions/transaction-search.ts'
import { formatCount } from '../../../../lib/format.ts'
import { transactions } from '../../../../texts/transactions.ts'

type Props = {
  page: number
  pageCount: number
  shown: number
  total: number
  totalExact: boolean
  onPage: (page: number) => void
}

export function TransactionPager({ page, pageCount, shown, total, totalExact, onPage }: Props) {
  const from = (page - 1) * PAGE_SIZE + 1
  const results = `${formatCount(total)}${totalExact ? '' : '+'}`
  return (
    <Group justify="space-between" gap="sm" px="md" py="sm">
      <Text size="sm" c="dimmed" role="status">
        {transactions.showing(from, from + shown - 1, results)}
      </Text>
      <Group component="nav" aria-label={transactions.pages} gap="xs">
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {transactions.previous}
        </Button>
        <Pagination.Root
          size="sm"
          total={pageCount}
          value={page}
          onChange={onPage}
          siblings={1}
          getItemProps={(number) => ({ 'aria-label': transactions.page(number) })}
        >
          <Group gap={4}>
            <Pagination.Items />
          </Group>
        </Pagination.Root>
        <Button
          variant="default"
          size="xs"
          disabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
        >
          {transactions.next}
        </Button>
      </Group>
    </Group>
  )
}
