import { ActionIcon, NativeSelect, Pagination } from '@mantine/core'
import { IconBaselineDensitySmall } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { useDensity } from '#client/lib/hooks/density.ts'
import { useCards, useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { type PageSize, pageSizes, reachablePages } from '#client/lib/list-search.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { LazyTooltip } from '../lazy-tooltip.tsx'
import classes from './list-pager.module.css'
import pager from './pager.module.css'
import { Pager } from './pager.tsx'

type Props = {
  search: { page: number; limit: PageSize }
  result: { data: readonly unknown[]; total: number; totalExact: boolean }
  onChange: (changed: { page: number } | { limit: PageSize }) => void
}

const sizeOptions = pageSizes.map(String)

function PagerOfList({ search, result, onChange }: Props) {
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

/** The pages of a long list, and the number of rows on each. */
export const ListPager = memo(PagerOfList)

/** Hidden for cards, whose height depends on their content. */
function DensitySwitch() {
  const [density, setDensity] = useDensity()
  const button = useRef<HTMLButtonElement>(null)
  if (useCards()) return null
  const isPressed = density === 'compact'
  return (
    <>
      <ActionIcon
        ref={button}
        variant={isPressed ? 'light' : 'default'}
        size={30}
        aria-label={transactions.compactRows}
        aria-pressed={isPressed}
        onClick={() => setDensity(isPressed ? 'comfortable' : 'compact')}
      >
        <IconBaselineDensitySmall size={16} aria-hidden />
      </ActionIcon>
      <LazyTooltip target={button} label={transactions.compactRows} />
    </>
  )
}
