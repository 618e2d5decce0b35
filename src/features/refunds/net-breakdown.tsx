import { Anchor, Paper, Text, Title } from '@mantine/core'
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
  return (
    <Paper p={{ base: 'sm', sm: 'md' }} component="section" aria-label={texts.label}>
      <Title order={2} mb="xs">
        {texts.label}
      </Title>
      {lines.map(({ currency, gross, refunded, net }) => {
        const search = { ...of, status: 'success' as const, currency }
        return (
          <dl key={currency} className={classes.amounts}>
            <div className={classes.amount}>
              <dt>{texts.currency}</dt>
              <dd>{currency}</dd>
            </div>
            <div className={classes.amount}>
              <dt>{texts.gross}</dt>
              <dd>
                <Anchor
                  inherit
                  aria-label={texts.openGross(formatMoney(gross, currency))}
                  renderRoot={(props) => <Link {...props} to="/transactions" search={search} />}
                >
                  <MoneyText amount={gross} currency={currency} />
                </Anchor>
              </dd>
            </div>
            <div className={classes.amount}>
              <dt>{texts.refunded}</dt>
              <dd>
                <Anchor
                  inherit
                  aria-label={texts.openRefunded(formatMoney(refunded, currency))}
                  renderRoot={(props) => <Link {...props} to="/refunds" search={search} />}
                >
                  <MoneyText amount={`-${refunded}`} currency={currency} />
                </Anchor>
              </dd>
            </div>
            <div className={classes.amount} data-strong>
              <dt>{texts.net}</dt>
              <dd>
                <MoneyText amount={net} currency={currency} />
              </dd>
            </div>
          </dl>
        )
      })}
      {of.from !== undefined && (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.note}
        </Text>
      )}
    </Paper>
  )
}
