import { Button, Group, NativeSelect, Pagination, Text } from '@mantine/core'
import type { TransactionPage } from '#server/features/transactions/transactions.schema.ts'
import { formatTotal } from '../../../../features/transactions/format-total.ts'
import {
  pageSizes,
  reachablePages,
  type TransactionSearch,
} from '../../../../features/transactions/transaction-search.ts'
import { formatCount } from '../../../../lib/format.ts'
import { transactions } from '../../../../texts/transactions.ts'

type Props = {
  search: TransactionSearch
  result: TransactionPage
  onChange: (changed: Pick<TransactionSearch, 'page'> | Pick<TransactionSearch, 'limit'>) => void
}

const sizeOptions = pageSizes.map(String)

export function TransactionPager({ search, result, onChange }: Props) {
  const { page, limit } = search
  const { data, total, totalExact } = result
  const pageCount = reachablePages(total, limit)
  const from = (page - 1) * limit + 1
  const onPage = (number: number) => onChange({ page: number })
  return (
    <Group justify="space-between" gap="sm" px="md" py="sm">
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {transactions.showing(
            formatCount(from),
            formatCount(from + data.length - 1),
            formatTotal(total, totalExact),
          )}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={transactions.pageSize}
          title={transactions.pageSize}
          data={sizeOptions}
          value={String(limit)}
          onChange={({ currentTarget }) => {
            const size = pageSizes.find((each) => String(each) === currentTarget.value)
            if (size) onChange({ limit: size })
          }}
        />
      </Group>
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
