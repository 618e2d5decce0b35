import { Anchor, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChartCard } from '#client/components/figures/chart-card.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useCompact } from '#client/lib/hooks/use-narrow.ts'
import { isLiveMode } from '#client/lib/mode.ts'
import { nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { formatCount, formatPercent } from '#client/lib/words/format.ts'
import { connectableNames } from '#client/processors/identities.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { methodNames, methodWords } from '#client/texts/en/methods.ts'
import { trpc } from '#client/trpc.ts'
import type { MethodCosts } from '#server/features/analytics/analytics.schema.ts'
import type { Range } from '#server/features/analytics/range.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { methodTypeName, UNREPORTED_METHOD } from '#server/shared/money/used-method.ts'
import classes from './analytics.module.css'
import type { ReportSelection } from './analytics-search.ts'
import { keepWithin } from './report-card.tsx'
import { daysOf } from './series-points.ts'

const texts = analytics.costs

type MethodCost = MethodCosts['methods'][number]

const noCosts: MethodCosts = { currency: 'USD', methods: [], isComplete: true }
const costsOrNone = nullAs(noCosts)

/** Fees of the payments of the selected range in percent of their gross amount, by method. */
export function CostsCard({ shown: { range, currency } }: { shown: ReportSelection }) {
  return range && <CardOfRange range={range} currency={currency} />
}

function CardOfRange({ range, currency }: { range: Range; currency: Currency }) {
  const { timezone } = useSignedIn().merchant
  const query = trpc.analytics.methodCosts.useQuery(
    { range, currency },
    { placeholderData: keepWithin(currency), select: costsOrNone },
  )
  const { methods, isComplete } = query.data ?? noCosts
  return (
    <ChartCard
      title={texts.title}
      about={texts.about(currency)}
      failed={texts.failed}
      query={query}
      isEmpty={false}
    >
      <div className={classes.body} data-stale={query.isPlaceholderData || undefined}>
        {methods.length === 0 ? (
          <Text size="sm" c="dimmed">
            {isLiveMode ? texts.emptyLive(connectableNames) : texts.emptyTest}
          </Text>
        ) : (
          <CostsTable
            methods={methods}
            currency={currency}
            days={daysOf(range, todayIn(timezone))}
          />
        )}
        {!isComplete && (
          <Text size="xs" c="dimmed" mt="xs">
            {texts.newest(formatCount(methods.reduce((sum, { count }) => sum + count, 0)))}
          </Text>
        )}
      </div>
    </ChartCard>
  )
}

const nameOf = ({ paymentMethod, type }: MethodCost): string => {
  if (type !== null) return methodTypeName(type, methodWords)
  return paymentMethod === null ? texts.elsewhere : methodNames[paymentMethod]
}

/** Returns the fees in percent of the gross amount; null without a gross amount. */
const percentOf = ({ gross, fees }: MethodCost): number | null =>
  Number(gross) === 0 ? null : (Number(fees) / Number(gross)) * 100

type Days = ReturnType<typeof daysOf>

type TableProps = { methods: readonly MethodCost[]; currency: Currency; days: Days }

function CostsTable({ methods, currency, days }: TableProps) {
  // A phone has no room for the count beside the percentage, which is what the card is for.
  const hasCount = !useCompact()
  return (
    <div className={classes.tableArea}>
      <Table verticalSpacing={6} horizontalSpacing="xs" aria-label={texts.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.method}</Table.Th>
            {hasCount && <Table.Th ta="right">{texts.count}</Table.Th>}
            <Table.Th ta="right">{texts.gross}</Table.Th>
            <Table.Th ta="right">{texts.fees}</Table.Th>
            <Table.Th ta="right">{texts.percent}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {methods.map((method) => (
            <MethodRow key={nameOf(method)} {...{ method, currency, days, hasCount }} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** The cost of a method. Its gross amount opens its payments, its fees the entries of the currency. */
function MethodRow({
  method,
  currency,
  days,
  hasCount,
}: Omit<TableProps, 'methods'> & { method: MethodCost; hasCount: boolean }) {
  const { paymentMethod, type, count, gross, fees } = method
  const percent = percentOf(method)
  const grossText = <MoneyText amount={gross} currency={currency} />
  const payments = {
    ...days,
    currency,
    status: 'success',
    paymentMethod: paymentMethod ?? undefined,
    methodType: type ?? UNREPORTED_METHOD,
  } as const
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {nameOf(method)}
      </Table.Th>
      {hasCount && <Table.Td ta="right">{formatCount(count)}</Table.Td>}
      <Table.Td ta="right">
        {paymentMethod === null ? (
          grossText
        ) : (
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to="/transactions" search={payments} />}
          >
            {grossText}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              {...props}
              to="/money/entries"
              search={{ ...days, currency, type: 'charge' as const }}
            />
          )}
        >
          <MoneyText amount={fees} currency={currency} />
        </Anchor>
      </Table.Td>
      <Table.Td ta="right">{percent === null ? '–' : formatPercent(percent)}</Table.Td>
    </Table.Tr>
  )
}
