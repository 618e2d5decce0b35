import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { formatFullDay } from '#client/lib/words/days.ts'
import { formatCount, formatMoney } from '#client/lib/words/format.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import type { Takings, TakingsLine, TakingsTotal } from '#server/features/takings/takings.schema.ts'
import classes from './takings.module.css'

const texts = analytics.takings

const keyOf = ({ day, paymentMethod, currency }: TakingsLine): string =>
  `${day} ${paymentMethod} ${currency}`

/** The gross amount of a day by one method, which opens its payments. */
function Gross({ line: { day, paymentMethod, currency, gross } }: { line: TakingsLine }) {
  const search = { status: 'success', paymentMethod, currency, from: day, to: day } as const
  const label = texts.open(
    formatMoney(gross, currency),
    formatFullDay(day),
    methodNames[paymentMethod],
  )
  return (
    <Anchor
      inherit
      aria-label={label}
      renderRoot={(props) => <Link {...props} to="/transactions" search={search} />}
    >
      <MoneyText amount={gross} currency={currency} />
    </Anchor>
  )
}

const isZero = (amount: string): boolean => Number(amount) === 0

/** An amount of refunds, with a minus sign. */
function Refunded({ refunded, currency }: Pick<TakingsTotal, 'refunded' | 'currency'>) {
  return isZero(refunded) ? '–' : <MoneyText amount={`-${refunded}`} currency={currency} />
}

/** The takings as a table. */
export function TakingsTable({ lines, totals }: Takings) {
  return (
    <Table verticalSpacing={6} horizontalSpacing="xs" aria-label={texts.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.day}</Table.Th>
          <Table.Th>{texts.method}</Table.Th>
          <Table.Th ta="right">{texts.count}</Table.Th>
          <Table.Th ta="right">{texts.gross}</Table.Th>
          <Table.Th ta="right">{texts.refunds}</Table.Th>
          <Table.Th ta="right">{texts.net}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, index) => (
          <Table.Tr key={keyOf(line)}>
            <Table.Th scope="row" fw={400} className={classes.day}>
              {/* Screen readers read the day with each row; the eye needs it once. */}
              {lines[index - 1]?.day === line.day ? (
                <VisuallyHidden>{formatFullDay(line.day)}</VisuallyHidden>
              ) : (
                formatFullDay(line.day)
              )}
            </Table.Th>
            <Table.Td>{methodNames[line.paymentMethod]}</Table.Td>
            <Table.Td ta="right">{formatCount(line.count)}</Table.Td>
            <Table.Td ta="right">{isZero(line.gross) ? '–' : <Gross line={line} />}</Table.Td>
            <Table.Td ta="right">
              <Refunded {...line} />
            </Table.Td>
            <Table.Td ta="right">
              <MoneyText amount={line.net} currency={line.currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot className={classes.total}>
        {totals.map((total) => (
          <Table.Tr key={total.currency}>
            <Table.Th scope="row" colSpan={2}>
              {texts.total}
            </Table.Th>
            <Table.Td ta="right">{formatCount(total.count)}</Table.Td>
            <Table.Td ta="right">
              <MoneyText amount={total.gross} currency={total.currency} />
            </Table.Td>
            <Table.Td ta="right">
              <Refunded {...total} />
            </Table.Td>
            <Table.Td ta="right">
              <MoneyText amount={total.net} currency={total.currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tfoot>
    </Table>
  )
}

/** The takings on a phone, whose width a table would exceed. */
export function TakingsList({ lines, totals }: Takings) {
  return (
    <ul className={classes.list} aria-label={texts.title}>
      {totals.map((total) => (
        <li key={total.currency} className={classes.total}>
          <Head name={texts.total} sums={total} />
          <Parts sums={total}>
            <MoneyText amount={total.gross} currency={total.currency} />
          </Parts>
        </li>
      ))}
      {lines.map((line) => (
        <li key={keyOf(line)}>
          <Head
            name={`${formatFullDay(line.day)} · ${methodNames[line.paymentMethod]}`}
            sums={line}
          />
          <Parts sums={line}>
            <Gross line={line} />
          </Parts>
        </li>
      ))}
    </ul>
  )
}

function Head({ name, sums: { net, currency } }: { name: string; sums: TakingsTotal }) {
  return (
    <div className={classes.head}>
      <span>{name}</span>
      <Text component="span" fw={600}>
        <MoneyText amount={net} currency={currency} />
      </Text>
    </div>
  )
}

/** The parts of a net: the number of payments, the gross amount and, if there are any, the refunds. */
function Parts({ sums, children }: { sums: TakingsTotal; children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" className={classes.parts}>
      <span>{texts.payments(formatCount(sums.count))}</span>
      {!isZero(sums.gross) && (
        <span>
          {texts.gross} {children}
        </span>
      )}
      {!isZero(sums.refunded) && (
        <span>
          {texts.refunds} <Refunded {...sums} />
        </span>
      )}
    </Text>
  )
}
