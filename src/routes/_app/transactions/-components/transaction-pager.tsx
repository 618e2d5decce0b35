import { ActionIcon, NativeSelect, Pagination, Tooltip } from '@mantine/core'
import { IconBaselineDensitySmall } from '@tabler/icons-react'
import pager from '#client/components/pager.module.css'
import { Pager } from '#client/components/pager.tsx'
import { useDensity } from '#client/features/transactions/density.ts'
import {
  pageSizes,
  type TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { useCards, useNarrow } from '#client/lib/use-narrow.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { TransactionPage } from '#server/features/transactions/transactions.schema.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'
import classes from './transaction-pager.module.css'

type Props = {
  search: TransactionSearch
  result: TransactionPage
  onChange: (changed: Pick<TransactionSearch, 'page'> | Pick<TransactionSearch, 'limit'>) => void
}

const sizeOptions = pageSizes.map(String)

export function TransactionPager({ search, result, onChange }: Props) {
  const { page, limit } = search
  const pageCount = reachablePages(result.total, limit)
  const isNarrow = useNarrow()
  const onPage = (number: number) => onChange({ page: number })
  return (
    <Pager
      page={page}
      pageSize={limit}
      pageCount={pageCount}
      result={result}
      onPage={onPage}
      px="md"
      py="sm"
      aside={
        <div className={classes.view}>
          <NativeSelect
            size="xs"
            aria-label={transactions.pageSize}
            title={transactions.pageSize}
            data={sizeOptions}
            value={String(limit)}
            classNames={{ input: classes.size }}
            onChange={({ currentTarget }) => {
              const size = pageSizes.find((each) => String(each) === currentTarget.value)
              if (size) onChange({ limit: size })
            }}
          />
          <DensitySwitch />
        </div>
      }
    >
      <Pagination.Root
        size="sm"
        total={pageCount}
        value={page}
        onChange={onPage}
        siblings={isNarrow ? 0 : 1}
        classNames={{ root: pager.numbers, control: pager.number, dots: pager.number }}
        getItemProps={(number) => ({ 'aria-label': transactions.page(number) })}
      >
        <Pagination.Items />
      </Pagination.Root>
    </Pager>
  )
}

/** Cards are as high as what they hold. */
function DensitySwitch() {
  const [density, setDensity] = useDensity()
  if (useCards()) return null
  const isPressed = density === 'compact'
  return (
    <Tooltip label={transactions.compactRows}>
      <ActionIcon
        variant={isPressed ? 'light' : 'default'}
        size={30}
        aria-label={transactions.compactRows}
        aria-pressed={isPressed}
        onClick={() => setDensity(isPressed ? 'comfortable' : 'compact')}
      >
        <IconBaselineDensitySmall size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Lists can be paged up to a certain row; filters lead to what lies deeper. */
export const reachablePages = (total: number, limit: number): number =>
  Math.min(Math.ceil(total / limit), MAX_PAGED_ROWS / limit)
