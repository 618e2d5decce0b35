import { Anchor, Paper, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowRight, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ErrorState } from '#client/components/error-state.tsx'
import { Change } from '#client/components/figures/stat-card.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { formatWeekday, formatWeekdayName } from '#client/lib/words/days.ts'
import { formatChange, formatClock, formatCount, formatMoney } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { trpc } from '#client/trpc.ts'
import type { DashboardToday } from '#server/features/dashboard/dashboard.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { isDeclineCode } from '#server/shared/reasons/decline-codes.ts'
import { directionOf } from './direction.ts'
import classes from './today.module.css'
import { UrgentDisputes, useUrgentDisputes } from './urgent-disputes.tsx'

const texts = dashboard.today

/** Payments trigger updates, but the comparison also depends on the time of day, which triggers none. */
const REFRESH_MS = 5 * 60_000

/** Today's payments compared with the same weekday last week, and the items that need attention. */
export function TodayStrip() {
  const query = trpc.dashboard.today.useQuery(undefined, { refetchInterval: REFRESH_MS })
  const { data, error, refetch, isFetching } = query
  // Null for a visitor, who has no business day.
  if (data === null) return null
  return (
    <Paper
      component="section"
      aria-label={texts.title}
      aria-busy={!data && !error}
      className={classes.today}
    >
      {data ? (
        <Today today={data} />
      ) : error ? (
        <ErrorState
          title={texts.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <TodaySkeleton />
      )}
    </Paper>
  )
}

function TodaySkeleton() {
  return (
    <div>
      <Skeleton height="0.875rem" width="9rem" my={4} />
      <Skeleton height="2rem" width="12rem" my="0.5rem" />
      <Skeleton height="0.75rem" width="14rem" my={3} />
    </div>
  )
}

function Today({ today }: { today: DashboardToday }) {
  return (
    <>
      <div>
        <div className={classes.head}>
          <Title order={2}>{texts.title}</Title>
          <Text size="sm" c="dimmed">
            {formatWeekday(today.day)}
          </Text>
        </div>
        <Takings today={today} />
        <Comparison today={today} />
      </div>
      <NeedsAttention today={today} />
    </>
  )
}

/** Amounts shown in the strip; further currencies are named, so that the page keeps to nine figures above its charts. */
const MAX_AMOUNTS = 2

function Takings({ today: { day, takings } }: { today: DashboardToday }) {
  const searchOf = (currency: Currency) =>
    ({ status: 'success', currency, from: day, to: day }) as const
  return (
    <ul className={classes.takings}>
      {takings.slice(0, MAX_AMOUNTS).map(({ currency, amount, comparison: { change } }) => (
        <li key={currency}>
          <Link
            to="/transactions"
            search={searchOf(currency)}
            className={classes.amount}
            aria-label={texts.open(formatMoney(amount, currency))}
          >
            {formatMoney(amount, currency)}
          </Link>
          {/* A day without takings is always −100 %. */}
          {change !== null && amount !== '0.00' && (
            <Change direction={directionOf(change)}>{formatChange(change)}</Change>
          )}
        </li>
      ))}
      {takings.slice(MAX_AMOUNTS).map(({ currency }) => (
        <li key={currency}>
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => (
              <Link to="/transactions" search={searchOf(currency)} {...props} />
            )}
          >
            {texts.openCurrency(currency)}
          </Anchor>
        </li>
      ))}
    </ul>
  )
}

/** Shown once, because all currencies are compared at the same time of the same day. */
function Comparison({ today }: { today: DashboardToday }) {
  const { timezone } = useSignedIn().merchant
  const isComparable = today.takings.some(({ comparison }) => comparison.change !== null)
  const comparisonText = isComparable ? texts.versus : texts.nothingBefore
  return (
    <Text size="sm" c="dimmed">
      {comparisonText(
        formatWeekdayName(today.comparedDay),
        formatClock(today.comparedUntil, timezone),
      )}
    </Text>
  )
}

function NeedsAttention({ today: { day, takings, pending, failed } }: { today: DashboardToday }) {
  const { isShown, ...urgent } = useUrgentDisputes(day)
  if (pending.count === 0 && failed.count === 0 && !isShown) {
    return (
      <p className={classes.well}>
        <IconCircleCheck size={18} aria-hidden />
        {texts.allWell}
      </p>
    )
  }
  const [sum] = pending.sums
  const hasOneCurrency = takings.length === 1 && pending.sums.length === 1
  const pendingSum = sum && hasOneCurrency ? formatMoney(sum.amount, sum.currency) : undefined
  const [mainReason] = failed.reasons
  return (
    <div className={classes.chips}>
      {isShown && <UrgentDisputes {...urgent} />}
      {pending.count > 0 && (
        <Link
          to="/transactions"
          search={{ status: 'pending' }}
          className={classes.chip}
          data-tone="pending"
        >
          <IconClock size={16} aria-hidden />
          {texts.pending(formatCount(pending.count))}
          {pendingSum && ` · ${pendingSum}`}
        </Link>
      )}
      {failed.count > 0 && (
        <Link
          to="/transactions"
          search={{ status: 'failed', from: day, to: day }}
          className={classes.chip}
          data-tone="failed"
        >
          <IconCircleX size={16} aria-hidden />
          <span>
            {texts.failedToday(formatCount(failed.count))}
            {mainReason && ` · ${reasonText(mainReason.reason)}`}
            <span className={classes.why}>
              <VisuallyHidden>, </VisuallyHidden>
              <IconArrowRight size={14} aria-hidden />
              {texts.seeWhy}
            </span>
          </span>
        </Link>
      )}
    </div>
  )
}

/** Returns a short reason; reasons typed by people can be too long for the strip. */
const reasonText = (reason: string | null): string =>
  reason !== null && isDeclineCode(reason) ? texts.reasons[reason] : texts.otherReason
