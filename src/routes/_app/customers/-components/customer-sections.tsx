import { Anchor, Paper, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fact, FactList } from '#client/components/fact-list.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { latestPayments } from '#client/features/customers/customer-search.ts'
import { totalsByCurrency } from '#client/features/money/entry-totals.ts'
import { RefundedAmount } from '#client/features/refunds/net-breakdown.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { LatestTransactions } from '#client/features/transactions/latest-transactions.tsx'
import { formatCount, formatMoney } from '#client/lib/words/format.ts'
import { customers } from '#client/texts/en/customers.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { trpc } from '#client/trpc.ts'
import type { CustomerDetail } from '#server/features/customers/customers.schema.ts'
import type { RefundFigures } from '#server/features/refunds/figures/refund-figures.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'
import classes from './customers.module.css'

const texts = customers.detail

type Props = { customer: CustomerDetail }

export function CustomerFacts({ customer }: Props) {
  const { timezone } = useSignedIn().merchant
  const { id, transactionCount, firstPaymentAt, lastPaymentAt, createdAt } = customer
  const dateText = (at: string | null) =>
    at === null ? texts.noPayments : <DateText at={at} timezone={timezone} />
  return (
    <FactList title={texts.facts} note={texts.zone(timezone)} labelWidth="9rem" h="100%">
      <Fact label={texts.payments}>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/transactions" search={{ customerId: id }} />}
        >
          {formatCount(transactionCount)}
        </Anchor>
      </Fact>
      <Fact label={paymentLinks.ofCustomer}>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/links" search={{ customerId: id }} />}
        >
          {paymentLinks.linksOfCustomer}
        </Anchor>
      </Fact>
      <Fact label={texts.firstSeen}>{dateText(firstPaymentAt)}</Fact>
      <Fact label={texts.lastSeen}>{dateText(lastPaymentAt)}</Fact>
      <Fact label={texts.added}>{dateText(createdAt)}</Fact>
      <Fact label={texts.id}>
        <IdText value={id} copyLabel={texts.copyId} />
      </Fact>
    </FactList>
  )
}

/** The number of a customer's newest payments whose entries the server adds up. */
const MAX_PAYMENTS = 1000

/** Fees and net of the customer's payments, once a processor has booked one. */
export function CustomerFees({ customer: { id, transactionCount } }: Props) {
  const { data } = trpc.balanceEntries.summary.useQuery({ customerId: id })
  const totals = totalsByCurrency(data?.groups ?? [])
  if (totals.length === 0) return null
  const isNewestOnly = transactionCount > MAX_PAYMENTS
  return (
    <FactList
      title={texts.fees}
      note={isNewestOnly ? texts.newestFees(formatCount(MAX_PAYMENTS)) : texts.aboutFees}
      labelWidth="9rem"
    >
      {totals.flatMap(({ currency, ...sums }) =>
        (['amount', 'fee', 'net'] as const).map((part) => (
          <Fact key={`${currency} ${part}`} label={texts.feeParts[part](currency)}>
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/money/entries"
                  search={{ customerId: id, currency: currency as Currency }}
                />
              )}
            >
              <MoneyText amount={sums[part]} currency={currency as Currency} />
            </Anchor>
          </Fact>
        )),
      )}
    </FactList>
  )
}

const latestTexts = customers.detail.latest

type CustomerPaymentsProps = { customerId: string }

export function CustomerPayments({ customerId }: CustomerPaymentsProps) {
  const { timezone } = useSignedIn().merchant
  return (
    <LatestTransactions
      input={latestPayments(customerId)}
      timezone={timezone}
      about="method"
      texts={latestTexts}
      link={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/transactions" search={{ customerId }} />}
        >
          {latestTexts.all}
        </Anchor>
      }
    />
  )
}

type LifetimeValueProps = { customer: CustomerDetail }

export function LifetimeValue({
  customer: { id, currency: reporting, totals },
}: LifetimeValueProps) {
  const { data: figures } = trpc.refunds.figures.useQuery({ customerId: id })
  const refundedIn = (currency: Currency) =>
    figures?.byCurrency.find((line) => line.currency === currency && line.refundCount > 0)
  // The reporting currency always has a line, even for customers who never paid in it.
  const paid = totals
    .filter(({ transactionCount }) => transactionCount > 0)
    .toSorted((a, b) => Number(b.currency === reporting) - Number(a.currency === reporting))
  return (
    <Paper
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={texts.lifetime}
      className={classes.section}
    >
      <Title order={2}>{texts.lifetime}</Title>
      <Text size="xs" c="dimmed" mb="sm">
        {texts.lifetimeNote}
      </Text>
      {paid.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          {texts.lifetimeEmpty}
        </Text>
      ) : (
        <Table verticalSpacing="sm" aria-label={texts.lifetime} className={classes.lifetime}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.currency}</Table.Th>
              <Table.Th ta="right">{texts.payments}</Table.Th>
              <Table.Th ta="right">{customers.totalSpent}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {paid.map(({ currency, totalSpent, transactionCount }) => (
              <Table.Tr key={currency}>
                <Table.Td>{currency}</Table.Td>
                <Table.Td ta="right">
                  {formatCount(transactionCount)}
                  {Number(totalSpent) === 0 && (
                    <Text size="xs" c="dimmed">
                      {texts.noneSucceeded(transactionCount)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  <Anchor
                    size="sm"
                    fw={600}
                    aria-label={texts.openTotal(formatMoney(totalSpent, currency))}
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/transactions"
                        search={{ customerId: id, status: 'success', currency }}
                      />
                    )}
                  >
                    <MoneyText amount={totalSpent} currency={currency} />
                  </Anchor>
                  <AfterRefunds customerId={id} line={refundedIn(currency)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}

type AfterRefundsProps = {
  customerId: string
  line: RefundFigures['byCurrency'][number] | undefined
}

/** The refunded amount and the remainder, shown below an amount that has refunds. */
function AfterRefunds({ customerId, line }: AfterRefundsProps) {
  if (!line) return null
  const { currency, refunded, net } = line
  return (
    <dl className={classes.after}>
      <dt>{refunds.figures.refunded}</dt>
      <dd>
        <RefundedAmount of={{ customerId }} currency={currency} refunded={refunded} />
      </dd>
      <dt>{refunds.figures.net}</dt>
      <dd>
        <MoneyText amount={net} currency={currency} />
      </dd>
    </dl>
  )
}
