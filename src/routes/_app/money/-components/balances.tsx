import { Alert, Anchor, Paper, Skeleton, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import amounts from '#client/features/refunds/amounts.module.css'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { formatMoment, formatMoney, formatShortDay } from '#client/lib/words/format.ts'
import { money } from '#client/texts/en/money.ts'
import { trpc } from '#client/trpc.ts'
import type { Balance, Payout } from '#server/features/money/money.schema.ts'
import type { BalancePart } from '#server/features/money/money-enums.schema.ts'
import { arriving } from './arriving.ts'
import classes from './balances.module.css'
import { NoBalance } from './no-balance.tsx'
import { PayOutButton } from './pay-out.tsx'
import { processorName } from './processor-name.ts'

const texts = money.balance

/** The merchant's money at each processor, by currency. Each figure opens its rows. */
export function Balances({ timezone }: { timezone: string }) {
  const { data, error, refetch, isFetching } = trpc.balance.get.useQuery()
  const payouts = trpc.payouts.list.useQuery(arriving)
  const unread = trpc.balance.unread.useQuery()
  if (!data && error) {
    return (
      <Paper>
        <ErrorState
          title={texts.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  if (data === undefined) return <Skeleton height="8rem" radius="lg" aria-busy />
  return (
    <Stack gap="sm" component="section" aria-label={texts.label}>
      {unread.data?.map(({ accountId, ...missing }) => (
        <Alert key={accountId} color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {texts.unread(processorName(missing.processor), missing.permission)}
        </Alert>
      ))}
      {data?.length === 0 && (
        <Paper>
          <NoBalance />
        </Paper>
      )}
      {data && data.length > 0 && (
        <Paper component="ul" className={classes.balances}>
          {data.map((balance) => (
            <BalanceRow
              key={`${balance.processor} ${balance.accountId} ${balance.currency}`}
              balance={balance}
              payouts={(payouts.data?.data ?? []).filter(
                ({ processor, currency }) =>
                  processor === balance.processor && currency === balance.currency,
              )}
              timezone={timezone}
            />
          ))}
        </Paper>
      )}
    </Stack>
  )
}

const isZero = (decimal: string) => Number(decimal) === 0

type RowProps = { balance: Balance; payouts: readonly Payout[]; timezone: string }

function BalanceRow({ balance, payouts, timezone }: RowProps) {
  const { processor, currency, accountId, available, nextPayoutAt, readAt } = balance
  const rows = { processor, currency }
  const moments = [
    nextPayoutAt && texts.nextPayout(formatMoment(nextPayoutAt, timezone)),
    readAt && texts.read(formatMoment(readAt, timezone)),
  ].filter(Boolean)
  // The figures are in the order in which money reaches the bank account.
  const entriesOf = (part: BalancePart) => (
    <Anchor
      inherit
      renderRoot={(props) => <Link {...props} to="/money/entries" search={{ ...rows, part }} />}
    >
      <MoneyText amount={balance[part]} currency={currency} />
    </Anchor>
  )
  return (
    <li className={classes.balance}>
      <span className={classes.name}>{`${processorName(processor)} · ${currency}`}</span>
      <dl className={classes.figures}>
        <Figure label={texts.pending}>{entriesOf('pending')}</Figure>
        <Figure label={texts.available} isStrong>
          {entriesOf('available')}
        </Figure>
        <Figure label={texts.inTransit}>
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link {...props} to="/money" search={{ ...rows, part: 'inTransit' }} />
            )}
          >
            <MoneyText amount={balance.inTransit} currency={currency} />
          </Anchor>
        </Figure>
        {!isZero(balance.reserved) && (
          <Figure label={texts.reserved}>{entriesOf('reserved')}</Figure>
        )}
      </dl>
      {accountId === null && Number(available) > 0 && (
        <div className={classes.action}>
          <EditorsOnly>
            <PayOutButton balance={balance} />
          </EditorsOnly>
        </div>
      )}
      <div className={classes.notes}>
        {Number(available) < 0 && <div>{texts.negative}</div>}
        {payouts.map((payout) => (
          <Arriving key={payout.id} payout={payout} timezone={timezone} />
        ))}
        {moments.join(' · ')}
      </div>
    </li>
  )
}

function Arriving({ payout, timezone }: { payout: Payout; timezone: string }) {
  const { id, amount, currency, arrivalAt } = payout
  if (arrivalAt === null) return null
  return (
    <div>
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link {...props} to="/money/payouts/$payoutId" params={{ payoutId: id }} />
        )}
      >
        {texts.arriving(formatMoney(amount, currency), formatShortDay(arrivalAt, timezone))}
      </Anchor>
    </div>
  )
}

type FigureProps = { label: string; isStrong?: boolean; children: ReactNode }

const Figure = ({ label, isStrong = false, children }: FigureProps) => (
  <div className={amounts.amount} data-strong={isStrong || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
