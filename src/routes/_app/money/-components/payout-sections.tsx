import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fact, FactList } from '#client/components/fact-list.tsx'
import { Section } from '#client/components/section.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { EntriesTable } from '#client/features/money/entries-table.tsx'
import { PayoutBadge } from '#client/features/money/payout-badge.tsx'
import { formatCount } from '#client/lib/words/format.ts'
import { money } from '#client/texts/en/money.ts'
import type { PayoutDetail } from '#server/features/money/money.schema.ts'
import { processorName } from './processor-name.ts'

const texts = money.payout

type FactsProps = { payout: PayoutDetail; timezone: string }

export function PayoutFacts({ payout, timezone }: FactsProps) {
  const { id, amount, currency, arrivalAt, bankLast4, traceId, failureReason } = payout
  return (
    <FactList title={texts.facts} note={texts.zone(timezone)} labelWidth="11rem">
      <Fact label={money.payouts.columns.amount}>
        <MoneyText amount={amount} currency={currency} />
      </Fact>
      <Fact label={texts.status}>
        <PayoutBadge status={payout.status} />
      </Fact>
      {failureReason && <Fact label={texts.failure}>{failureReason}</Fact>}
      <Fact label={texts.arrival}>
        {arrivalAt ? <DateText at={arrivalAt} timezone={timezone} /> : texts.arrivalUnknown}
      </Fact>
      {bankLast4 && <Fact label={texts.bank}>{`•••• ${bankLast4}`}</Fact>}
      {traceId && (
        <Fact label={texts.traceId}>
          <IdText value={traceId} copyLabel={texts.copyTrace} />
        </Fact>
      )}
      <Fact label={texts.kind}>{payout.isAutomatic ? texts.automatic : texts.manual}</Fact>
      <Fact label={texts.created}>
        <DateText at={payout.createdAt} timezone={timezone} />
      </Fact>
      <Fact label={texts.processor}>{processorName(payout.processor)}</Fact>
      <Fact label={money.payouts.columns.id}>
        <IdText value={id} copyLabel={money.payouts.copyId} />
      </Fact>
    </FactList>
  )
}

/** The sums of the payout's entries by type, which add up to its amount; each opens its entries. */
export function PayoutContents({ payout }: { payout: PayoutDetail }) {
  const { id, contents, sums } = payout
  return (
    <Section
      title={texts.contents}
      action={
        sums.length > 0 && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/money/entries" search={{ payoutId: id }} />
            )}
          >
            {texts.allEntries}
          </Anchor>
        )
      }
    >
      {contents === 'complete' ? (
        <EntriesTable
          label={texts.contents}
          aboutLabel={texts.count}
          lines={sums.map(({ count, ...sum }) => ({
            ...sum,
            key: `${sum.type} ${sum.currency}`,
            name: money.types[sum.type],
            about: (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/money/entries"
                    search={{ payoutId: id, type: sum.type, currency: sum.currency }}
                  />
                )}
              >
                {formatCount(count)}
              </Anchor>
            ),
          }))}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {texts[contents]}
        </Text>
      )}
    </Section>
  )
}
