import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MoneyText } from '#client/components/money-text.tsx'
import { TransactionSearch } from '#client/features/transactions/transaction-search.ts'
import { formatChange, formatPercent } from '#client/lib/format.ts'
import { noSummary, nullAs } from '#client/lib/visitor.ts'
import { analytics } from '#client/texts/analytics.ts'
import { common } from '#client/texts/common.ts'
import { trpc } from '#client/trpc.ts'
import type { Summary } from '#server/features/analytics/analytics.schema.ts'
import type { Currency } from '#server/shared/money.ts'
import classes from './analytics.module.css'

const texts = analytics.top

type Props = { chosen: Currency | undefined; currency: Currency }

/** Says nothing when the figures cannot be had: the cards above ask the same and tell it. */
export function TopPeriods({ chosen, currency }: Props) {
  const { data, error } = trpc.analytics.summary.useQuery(
    { currency: chosen },
    { select: nullAs(noSummary) },
  )
  if (error && !data) return null
  return (
    <Paper component="section" aria-label={texts.title} aria-busy={!data}>
      <Stack gap={0} px="md" py="sm">
        <Title order={2}>{texts.title}</Title>
        <Text size="xs" c="dimmed">
          {texts.about(currency)}
        </Text>
      </Stack>
      {!data ? (
        <Stack gap="md" p="md">
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </Stack>
      ) : data.topPeriods.length === 0 ? (
        <Text c="dimmed" size="sm" ta="center" py="xl">
          {common.noData}
        </Text>
      ) : (
        <ul className={classes.periods}>
          {data.topPeriods.map((period) => (
            <li key={period.kind}>
              <TopPeriod period={period} currency={currency} />
            </li>
          ))}
        </ul>
      )}
    </Paper>
  )
}

type PeriodProps = { period: Summary['topPeriods'][number]; currency: Currency }

function TopPeriod({ period, currency }: PeriodProps) {
  const { kind, label, amount, share, change, filter } = period
  return (
    <Link to="/transactions" search={TransactionSearch.parse(filter)} className={classes.top}>
      <div>
        <Text fw={600}>{label}</Text>
        <Text size="xs" c="dimmed">
          {texts[kind]}
        </Text>
      </div>
      <div className={classes.periodFigures}>
        <Text fw={600} component="span">
          <MoneyText amount={amount} currency={currency} />
        </Text>
        <Text size="xs" c="dimmed">
          {share !== null && texts.share(formatPercent(share))}
          {change !== null && (
            <>
              <span className={classes.change} data-direction={change < 0 ? 'down' : 'up'}>
                {formatChange(change)}
              </span>{' '}
              {texts.versusMonth}
            </>
          )}
        </Text>
      </div>
    </Link>
  )
}
