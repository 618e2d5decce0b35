import { Anchor, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { hashKey } from '@tanstack/react-query'
import { memo, useRef, useState } from 'react'
import classes from '#client/components/list/status-tabs.module.css'
import { StatusTabs, type TabLink } from '#client/components/list/status-tabs.tsx'
import { formatCount } from '#client/lib/words/format.ts'
import { lists } from '#client/texts/en/lists.ts'
import {
  type ListDefinition,
  type ListRow,
  type ListSum,
  SHOWN_SUMS,
  type ListSummary as Summary,
} from './list.ts'
import { ListLink } from './list-link.tsx'
import type { ListInput, ListState } from './list-search.ts'

type List<Search extends ListState> = Pick<
  ListDefinition<Search, ListRow, string, unknown>,
  'to' | 'words' | 'statuses' | 'Summary'
>

type Props<Search extends ListState> = {
  list: List<Search>
  search: Search
  input: ListInput<Search>
}

function LoadedSummary<Search extends ListState>({ list, search, input }: Props<Search>) {
  return (
    <list.Summary search={search} input={input}>
      {(summary) => <SummaryBar list={list} search={search} summary={summary} />}
    </list.Summary>
  )
}

/** Tabs of the statuses with their counts, and the sums of the list. New rows do not render it again. */
export const ListSummary = memo(
  LoadedSummary,
  (before, after) =>
    before.list === after.list &&
    before.search === after.search &&
    hashKey([before.input]) === hashKey([after.input]),
) as typeof LoadedSummary

function SummaryBar<Search extends ListState>({ list, search, summary }: SumsProps<Search>) {
  const { to, words, statuses } = list
  const { counts, tabs } = summary
  // An unfiltered list without rows needs neither tabs nor sums.
  if (counts?.length === 0 && search.status === undefined) return null
  const tabSearch = tabs?.search ?? search
  const tabCounts = tabs ? tabs.counts : counts
  const tabOf = (status: NonNullable<Search['status']> | undefined, link: TabLink) => (
    <ListLink
      key={status ?? 'all'}
      {...link}
      to={to}
      search={{ ...tabSearch, status, page: 1 }}
      resetScroll={false}
      isExact
    >
      {status ? words.tabNames[status] : lists.all}{' '}
      <span className={classes.count}>
        {tabCounts ? formatCount(countOf(tabCounts, status)) : ''}
      </span>
    </ListLink>
  )
  return (
    <div className={classes.summary} data-stale={summary.isStale || undefined}>
      {statuses.length > 0 && (
        <StatusTabs
          label={words.tabs}
          statuses={statuses}
          current={
            tabs?.isFurther ? null : (search.status as NonNullable<Search['status']> | undefined)
          }
          further={tabs?.further}
          renderTab={tabOf}
        />
      )}
      <Text size="sm" c="dimmed" className={classes.sums} component="div">
        <Sums list={list} search={search} summary={summary} />
      </Text>
    </div>
  )
}

const countOf = (counts: NonNullable<Summary<never>['counts']>, status: string | undefined) =>
  counts
    .filter((each) => status === undefined || each.status === status)
    .reduce((sum, { count }) => sum + count, 0)

type SumsProps<Search extends ListState> = Omit<Props<Search>, 'input'> & {
  summary: Summary<Search>
}

/** The number of rows and their sums, each of which links to its own rows. */
function Sums<Search extends ListState>({ list, search, summary }: SumsProps<Search>) {
  const { counts, isTooMany, isError, countText, sums } = summary
  if (isTooMany) return list.words.tooMany
  if (isError && !(counts && sums)) return null
  if (!counts || !sums) {
    return <Skeleton width="12rem" height="0.875rem" component="span" display="inline-block" />
  }
  const count = countOf(counts, search.status)
  return (
    <>
      <span className={classes.whole}>{countText(formatCount(count), count)}</span>
      <FoldedSums sums={sums} to={list.to} search={search} />
    </>
  )
}

type FoldedProps<Search> = Pick<SumProps<Search>, 'to' | 'search'> & {
  sums: readonly ListSum<Search>[]
}

/** The first sums, and a button that shows the others. */
function FoldedSums<Search>({ sums, to, search }: FoldedProps<Search>) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const first = sums.filter(({ isFurther }, index) => !isFurther && index < SHOWN_SUMS)
  const firstFurther = sums.find((sum) => !first.includes(sum))
  const moreCount = sums.length - first.length
  // A single sum takes no more space than the button.
  const isFolded = !isUnfolded && moreCount > 1
  const shown = isFolded ? first : sums
  const isAmongText = sums.some(({ opens }) => opens === undefined)
  const movesFocus = useRef(false)
  // The button disappears when it is used, so the first further sum takes the focus.
  const takeFocus = (element: HTMLSpanElement | null) => {
    if (!element || !movesFocus.current) return
    movesFocus.current = false
    ;(element.querySelector('a') ?? element).focus()
  }
  const unfold = () => {
    movesFocus.current = true
    setIsUnfolded(true)
  }
  return (
    <>
      {shown.map((sum) => (
        <span key={sum.key} {...(sum === firstFurther && { ref: takeFocus, tabIndex: -1 })}>
          {' · '}
          <SumLink sum={sum} to={to} search={search} isAmongText={isAmongText} />
        </span>
      ))}
      {isFolded && (
        <>
          {' · '}
          <UnstyledButton className={classes.more} onClick={unfold}>
            {lists.moreSums(formatCount(moreCount))}
          </UnstyledButton>
        </>
      )}
    </>
  )
}

type SumProps<Search> = {
  sum: ListSum<Search>
  to: List<ListState>['to']
  search: Search
  /** True among sums without a link, from which colour alone would not distinguish the link. */
  isAmongText: boolean
}

function SumLink<Search>({ sum, to, search, isAmongText }: SumProps<Search>) {
  const { text, opens } = sum
  if (!opens) return text
  const isOpen = (Object.keys(opens) as (keyof Search)[]).every((key) => search[key] === opens[key])
  if (isOpen) return <span className={classes.sum}>{text}</span>
  return (
    <Anchor
      inherit
      underline={isAmongText ? 'always' : 'hover'}
      className={classes.sum}
      renderRoot={(props) => (
        <ListLink
          {...props}
          to={to}
          search={{ ...search, ...opens, page: 1 }}
          resetScroll={false}
        />
      )}
    >
      {text}
    </Anchor>
  )
}
