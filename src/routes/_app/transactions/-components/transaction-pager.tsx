import { Group, NativeSelect, Pagination } from '@mantine/core'
import { Pager } from '#client/components/pager.tsx'
import {
  pageSizes,
  type TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { TransactionPage } from '#server/features/transactions/transactions.schema.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'

type Props = {
  search: TransactionSearch
  result: TransactionPage
  onChange: (changed: Pick<TransactionSearch, 'page'> | Pick<TransactionSearch, 'limit'>) => void
}

const sizeOptions = pageSizes.map(String)

export function TransactionPager({ search, result, onChange }: Props) {
  const { page, limit } = search
  const pageCount = reachablePages(result.total, limit)
  const onPage = (number: number) => onChange({ page: number })
  return (
    <Pager
      texts={transactions}
      page={page}
      pageSize={limit}
      pageCount={pageCount}
      result={result}
      onPage={onPage}
      px="md"
      py="sm"
      aside={
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
      }
    >
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
    </Pager>
  )
}

/** Lists can be paged up to a certain row; filters lead to what lies deeper. */
export const reachablePages = (total: number, limit: number): number =>
  Math.min(Math.ceil(total / limit), MAX_PAGED_ROWS / limit)
