import { Anchor, Paper, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { formatMoney } from '#client/lib/words/format.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { trpc } from '#client/trpc.ts'
import type { ReadFigures } from '#server/features/refunds/figures/refund-figures.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'
import classes from './amounts.module.css'

const texts = refunds.figures

/** The figures of all time, of a range of days, or of a customer. */
type Props = { of: ReadFigures; currency?: Currency | undefined }

/**
 * Captured amounts minus refunds, per currency with refunds; renders nothing without refunds. Captured and
 * refunded amounts link to their rows; the net has no rows of its own.
 */
export function NetBreakdown({ of, currency: only }: Props) {
  const { data } = trpc.refunds.figures.useQuery(of)
  const lines = (data?.byCurrency ?? []).filter(
    ({ refundCount, currency }) => refundCount > 0 && (only ?? currency) === currency,
  )
  if (lines.length === 0) return null
  const searchOf = (currency: Currency) => ({ ...of, status: 'success' as const, currency })
  return (
    <Paper p={{ base: 'sm', sm: 'md' }} component="section" aria-label={texts.label}>
      <Title order={2} mb="xs">
        {texts.label}
      </Title>
      <Table aria-label={texts.label} className={classes.net}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.currency}</Table.Th>
            <Table.Th ta="right">{texts.gross}</Table.Th>
            <Table.Th ta="right">{texts.refunded}</Table.Th>
            <Table.Th ta="right">{texts.net}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ currency, gross, refunded, net }) => (
            <Table.Tr key={currency}>
              <Table.Td>{currency}</Table.Td>
              <Table.Td ta="right" data-label={texts.gross}>
                <Anchor
                  size="sm"
                  aria-label={texts.openGross(formatMoney(gross, currency))}
                  renderRoot={(props) => (
                    <Link {...props} to="/transactions" search={searchOf(currency)} />
                  )}
                >
                  <MoneyText amount={gross} currency={currency} />
                </Anchor>
              </Table.Td>
              <Table.Td ta="right" data-label={texts.refunded}>
                <RefundedAmount of={of} currency={currency} refunded={refunded} />
              </Table.Td>
              <Table.Td ta="right" fw={600} data-label={texts.net}>
                <MoneyText amount={net} currency={currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {of.from !== undefined && (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.note}
        </Text>
      )}
    </Paper>
  )
}

type RefundedProps = { of: ReadFigures; currency: Currency; refunded: string }

/** The refunded amount, which opens its refunds. */
export function RefundedAmount({ of, currency, refunded }: RefundedProps) {
  return (
    <Anchor
      size="sm"
      aria-label={texts.openRefunded(formatMoney(refunded, currency))}
      renderRoot={(props) => (
        <Link {...props} to="/refunds" search={{ ...of, status: 'success', currency }} />
      )}
    >
      <MoneyText amount={`-${refunded}`} currency={currency} />
    </Anchor>
  )
}
