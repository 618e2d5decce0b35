import { Group, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useCompact } from '#client/lib/hooks/use-narrow.ts'
import classes from './list-table.module.css'

/** Sorts are named by their field; a leading `-` means descending. */
type Sorting<F extends string> = { sort: F | `-${F}`; onSort: (sort: F | `-${F}`) => void }

export type Column<F extends string> = {
  label: string
  /** Undefined where rows cannot be sorted by this column. */
  field?: F
  alignRight?: boolean
  /** The column's width class; one column takes the remaining space. */
  width: 'id' | 'whom' | 'sum' | 'span' | 'count' | 'method' | 'why' | 'status' | 'date' | 'act'
}

type TableHeadProps<F extends string> = Sorting<F> & { columns: readonly Column<F>[] }

export function TableHead<F extends string>({ columns, ...sorting }: TableHeadProps<F>) {
  return (
    <>
      <colgroup>
        {columns.map(({ width, label }) => (
          <col key={label} className={classes[width]} />
        ))}
      </colgroup>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ field, label, alignRight }) =>
            field === undefined ? (
              <Table.Th key={label} ta={alignRight ? 'right' : undefined}>
                {label}
              </Table.Th>
            ) : (
              <Table.Th
                key={label}
                aria-sort={directionOf(field, sorting.sort) ?? 'none'}
                ta={alignRight ? 'right' : undefined}
              >
                <SortButton field={field} label={label} {...sorting} />
              </Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
    </>
  )
}

type CardsHeadProps<F extends string> = TableHeadProps<F> & {
  label: string
  /** Sortable fields, in the order of their buttons. */
  fields: readonly F[]
}

/** Sort buttons above cards, in place of a table's head. Narrower screens have a sort menu among the filters. */
export function CardsHead<F extends string>(props: CardsHeadProps<F>) {
  const { label: group, fields, columns, ...sorting } = props
  if (useCompact()) return null
  return (
    <Group role="group" aria-label={group} className={classes.cardsHead}>
      {fields.map((field) => {
        const label = columns.find((column) => column.field === field)?.label ?? field
        return <SortButton key={field} field={field} label={label} {...sorting} />
      })}
    </Group>
  )
}

const directionOf = (field: string, sort: string) =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined

const icons = { ascending: IconArrowUp, descending: IconArrowDown }

/** Fields that sort descending on the first click: numbers and dates. Words sort ascending. */
const firstDescending: readonly string[] = ['amount', 'createdAt', 'paid']

type SortButtonProps<F extends string> = Sorting<F> & { field: F; label: string }

function SortButton<F extends string>({ field, label, sort, onSort }: SortButtonProps<F>) {
  const direction = directionOf(field, sort)
  const Icon = direction ? icons[direction] : IconArrowsSort
  const isNextDescending = direction ? direction === 'ascending' : firstDescending.includes(field)
  return (
    <UnstyledButton
      className={classes.sort}
      data-sorted={direction !== undefined || undefined}
      onClick={() => onSort(isNextDescending ? `-${field}` : field)}
    >
      {label}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
}
