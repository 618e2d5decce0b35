import { Box, Table, VisuallyHidden } from '@mantine/core'
import { Fragment, memo } from 'react'
import classes from '#client/components/list/list-table.module.css'
import { rowLinks } from '#client/components/list/row-link.ts'
import { CardsHead, TableHead } from '#client/components/list/sort-heads.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useDensity } from '#client/lib/hooks/density.ts'
import { useCards } from '#client/lib/hooks/use-narrow.ts'
import { cardSteps, tableSteps, useRowsInFrames } from '#client/lib/hooks/use-rows-in-frames.ts'
import { lists } from '#client/texts/en/lists.ts'
import type { ListColumn, ListDefinition, ListRow } from './list.ts'
import type { ListState } from './list-search.ts'

type Props<Search extends ListState, Row extends ListRow, Field extends string, Context> = {
  list: Pick<ListDefinition<Search, Row, Field, Context>, 'words' | 'columns' | 'fields' | 'Cards'>
  sort: string
  rows: readonly Row[]
  context: Context
  /** True while the rows are still the rows of the previous page. */
  isStale: boolean
  onSort: (sort: Field | `-${Field}`) => void
}

function Rows<Search extends ListState, Row extends ListRow, Field extends string, Context>({
  list,
  rows: all,
  context,
  isStale,
  onSort,
  ...sorting
}: Props<Search, Row, Field, Context>) {
  const { words, columns, fields, Cards } = list
  const { timezone } = useSignedIn().merchant
  const areCards = useCards()
  const [density] = useDensity()
  const { rows, remainingHeight } = useRowsInFrames(all, areCards ? cardSteps : tableSteps)
  const sort = sorting.sort as Field | `-${Field}`
  if (areCards) {
    return (
      <>
        <CardsHead
          label={lists.sortLabel}
          columns={columns}
          fields={fields}
          sort={sort}
          onSort={onSort}
        />
        <Box mb={remainingHeight}>
          <Cards rows={rows} timezone={timezone} context={context} />
        </Box>
      </>
    )
  }
  return (
    <Table
      layout="fixed"
      horizontalSpacing="0.625rem"
      stickyHeader
      stickyHeaderOffset="var(--app-shell-header-offset, 0rem)"
      className={classes.table}
      mb={remainingHeight}
      data-stale={isStale || undefined}
      data-density={density}
    >
      <VisuallyHidden component="caption">{words.caption}</VisuallyHidden>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <Table.Tbody ref={rowLinks}>
        {rows.map((row) => (
          <TableRow
            key={row.id}
            row={row}
            columns={columns as readonly ListColumn<ListRow, string, unknown>[]}
            context={context}
            timezone={timezone}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

/**
 * The rows of a list: a table, or cards on a narrow screen to avoid horizontal scrolling. A request that returns the
 * same rows does not render them again.
 */
export const ListRows = memo(Rows) as typeof Rows

type RowProps = {
  row: ListRow
  columns: readonly ListColumn<ListRow, string, unknown>[]
  context: unknown
  timezone: string
}

function Cells({ row, columns, context, timezone }: RowProps) {
  const cellContext = { ...(context as object), timezone }
  return (
    <tr className={classes.row}>
      {columns.map(({ label, cell }) => (
        <Fragment key={label}>{cell(row, cellContext)}</Fragment>
      ))}
    </tr>
  )
}

const isSameRow = (before: ListRow, after: ListRow): boolean =>
  (Object.keys(after) as 'id'[]).every((key) => before[key] === after[key])

/**
 * A row that compares by value: another sort order returns the same rows as new objects, so a hundred rows
 * only move. Columns are constants of their list and not compared.
 */
const TableRow = memo(
  Cells,
  (before, after) =>
    before.timezone === after.timezone &&
    before.context === after.context &&
    isSameRow(before.row, after.row),
)
