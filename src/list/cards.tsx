import { Group, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { rowLinks } from '#client/components/list/row-link.ts'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import classes from '#client/features/transactions/transaction-cards.module.css'
import type { Currency } from '#server/shared/money/money.ts'

type SumRow = { id: string; amount: string; currency: Currency }

/** The parts of a card. Notes are texts, and times with their labels. A note that is null is not shown. */
type Card = {
  head: ReactNode
  link: ReactNode
  side: ReactNode
  notes: readonly (string | { label: string; at: string | null })[]
}

type Props<Row> = { rows: readonly Row[]; timezone: string }

/** Returns the list on narrow screens, for rows with an amount. */
export const cardsOf = <Row extends SumRow>(label: string, cardOf: (row: Row) => Card) =>
  function Cards({ rows, timezone }: Props<Row>) {
    return (
      <ul className={classes.list} aria-label={label} ref={rowLinks}>
        {rows.map((row) => {
          const { head, link, side, notes } = cardOf(row)
          return (
            <li key={row.id} className={classes.card}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                {typeof head === 'string' ? (
                  <Text component="span" truncate title={head}>
                    {head}
                  </Text>
                ) : (
                  head
                )}
                <Text fw={600} component="span">
                  <MoneyText amount={row.amount} currency={row.currency} />
                </Text>
              </Group>
              <Group justify="space-between" gap="xs">
                {link}
                {side}
              </Group>
              <Notes notes={notes} timezone={timezone} />
            </li>
          )
        })}
      </ul>
    )
  }

function Notes({ notes, timezone }: Pick<Card, 'notes'> & { timezone: string }) {
  const shown = notes.filter((note) => typeof note === 'string' || note.at !== null)
  return (
    <Text size="xs" c="dimmed" component="span">
      {shown.map((note, index) => (
        // A card's notes never change their order.
        <Fragment key={index}>
          {index > 0 && ' · '}
          {typeof note === 'string' ? note : `${note.label} `}
          {typeof note !== 'string' && note.at !== null && (
            <DateText at={note.at} timezone={timezone} isBrief />
          )}
        </Fragment>
      ))}
    </Text>
  )
}
