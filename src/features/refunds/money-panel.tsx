import { Anchor, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { useNow } from '#client/lib/words/days.ts'
import { formatElapsed } from '#client/lib/words/format.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import classes from './amounts.module.css'
import { PaymentDisputes } from './payment-disputes.tsx'
import { RefundNow } from './refund-now.tsx'
import { StuckRefunds } from './stuck-refunds.tsx'
import { type PaymentMoney, usePaymentMoney } from './use-payment-money.ts'
import { WaitingRefunds } from './waiting-refunds.tsx'

const texts = refunds.money

const stagesWithMoney: ReadonlySet<string> = new Set(['authorized', 'succeeded'])

type Props = { transaction: Transaction; timezone: string }

/** A payment's amounts, disputes and refunds, once its money is authorized or captured. */
export function MoneyPanel({ transaction, timezone }: Props) {
  const { data, error, refetch, isFetching } = usePaymentMoney(transaction.transactionId)
  const hasMoney = data ? stagesWithMoney.has(data.stage) : transaction.status === 'success'
  if (!hasMoney) return null
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={texts.title}>
      <Stack gap="md">
        <Title order={2}>{texts.title}</Title>
        {data ? (
          <>
            <Amounts money={data} currency={transaction.currency} timezone={timezone} />
            <PaymentDisputes
              disputes={data.disputes}
              processor={data.processor}
              timezone={timezone}
              refundNow={<RefundNow transaction={transaction} money={data} />}
            />
            <WaitingRefunds refunds={data.refunds} />
            <StuckRefunds refunds={data.refunds} processor={data.processor} />
            {data.refunds.length > 0 && (
              <div>
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link {...props} to="/refunds" search={{ transactionId: transaction.id }} />
                  )}
                >
                  {texts.allRefunds}
                </Anchor>
              </div>
            )}
          </>
        ) : error ? (
          <ErrorState
            title={texts.failed}
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Skeleton height="3.25rem" aria-busy />
        )}
      </Stack>
    </Paper>
  )
}

type AmountsProps = { money: PaymentMoney; currency: string; timezone: string }

function Amounts({ money, currency, timezone }: AmountsProps) {
  const { stage, captureBefore, isCapturedByHand, amounts } = money
  const sum = (amount: string) => <MoneyText amount={amount} currency={currency} />
  if (stage === 'authorized') {
    return (
      <dl className={classes.amounts}>
        <Amount label={texts.authorized}>{sum(amounts.authorized ?? '0.00')}</Amount>
        <Amount label={texts.taken}>{sum('0.00')}</Amount>
        {captureBefore && (
          <Amount label={texts.captureWithin}>
            <Countdown until={captureBefore} timezone={timezone} />
          </Amount>
        )}
      </dl>
    )
  }
  const { authorized, captured, refunded, refunding, disputed, remaining } = amounts
  const released = differenceOf(authorized ?? captured, captured)
  return (
    <dl className={classes.amounts}>
      {isCapturedByHand && authorized && (
        <Amount label={texts.authorized}>{sum(authorized)}</Amount>
      )}
      <Amount label={texts.taken}>{sum(captured)}</Amount>
      {isSome(released) && <Amount label={texts.released}>{sum(released)}</Amount>}
      <Amount label={texts.refunded}>{sum(refunded)}</Amount>
      {isSome(refunding) && <Amount label={texts.refunding}>{sum(refunding)}</Amount>}
      {isSome(disputed) && <Amount label={texts.disputed}>{sum(disputed)}</Amount>}
      <Amount label={texts.left} isStrong>
        {sum(remaining)}
      </Amount>
    </dl>
  )
}

const isSome = (amount: string) => Number(amount) > 0

const differenceOf = (from: string, amount: string): string =>
  decimalFromMinor((minorFromDecimal(from) ?? 0) - (minorFromDecimal(amount) ?? 0))

type AmountProps = { label: string; isStrong?: boolean; children: ReactNode }

function Amount({ label, isStrong = false, children }: AmountProps) {
  return (
    <div className={classes.amount} data-strong={isStrong || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The time left to capture, and the deadline. */
function Countdown({ until, timezone }: { until: string; timezone: string }) {
  const left = Date.parse(until) - Date.parse(useNow(1000))
  return (
    <>
      <span className={classes.left}>{left > 0 ? formatElapsed(left) : texts.overdue}</span>
      <span className={classes.until}>
        {texts.until} <DateText at={until} timezone={timezone} isBrief />
      </span>
    </>
  )
}
