import { Anchor, Grid, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fact, FactList } from '#client/components/fact-list.tsx'
import { MethodMark } from '#client/components/method-mark.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { EmailText } from '#client/components/text/email-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { methodText } from '#client/features/transactions/method-text.ts'
import { formatCount, formatMoment, formatMoney } from '#client/lib/words/format.ts'
import { keptAmount } from '#client/texts/en/kept-amount.ts'
import { linkChoices } from '#client/texts/en/link-choices.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import { trpc } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { isCounterEmail } from '#server/shared/counter-sales.ts'
import { printedReference } from '#server/shared/money/creditor-reference.ts'
import { decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import classes from './transaction-detail.module.css'

const texts = transactions.detail

type Props = {
  transaction: Transaction
  /** Undefined until loaded. */
  money: PaymentMoney | undefined
}

export function TransactionFields({ transaction, money }: Props) {
  const { timezone } = useSignedIn().merchant
  const { importedAt, transfer, metadata, reference, processor = '' } = money ?? {}
  const date = (at: string) => <DateText at={at} timezone={timezone} />
  return (
    <FactList title={texts.details} note={texts.zone(timezone)} labelWidth="8.5rem">
      <Fact label={texts.customer}>
        <Anchor
          size="sm"
          title={texts.allOfCustomer}
          renderRoot={(props) => (
            <Link {...props} to="/transactions" search={{ customerId: transaction.customerId }} />
          )}
        >
          {transaction.customerName}
        </Anchor>
      </Fact>
      {!isCounterEmail(transaction.customerEmail) && (
        <Fact label={texts.email}>
          <Anchor href={`mailto:${transaction.customerEmail}`} size="sm" className={classes.email}>
            <EmailText>{transaction.customerEmail}</EmailText>
          </Anchor>
        </Fact>
      )}
      <Fact label={texts.method}>
        {money?.method && (
          <>
            <MethodMark word={money.method.brand ?? money.method.type} />{' '}
          </>
        )}
        {methodText({ paymentMethod: transaction.paymentMethod, method: money?.method })}
      </Fact>
      {money?.keptAmount && (
        <Fact label={keptAmount.label}>
          {keptAmount.text(
            formatMoney(money.keptAmount.requested, transaction.currency),
            formatMoment(money.keptAmount.at, timezone),
          )}{' '}
          {keptAmount.reasons[money.keptAmount.reason]}
        </Fact>
      )}
      {transfer && <TransferFacts transfer={transfer} />}
      <Fact label={texts.description}>
        {transaction.description ?? (
          <Text size="sm" c="dimmed" component="span">
            {texts.noDescription}
          </Text>
        )}
      </Fact>
      <LinkFacts transaction={transaction} />
      {reference && (
        <Fact label={texts.orderReference}>
          <span className={classes.email}>{reference}</span>
        </Fact>
      )}
      {Object.entries(metadata ?? {}).map(([key, value]) => (
        <Fact key={key} label={key}>
          <span className={classes.email}>{String(value)}</span>
        </Fact>
      ))}
      <Fact label={texts.created}>{date(transaction.createdAt)}</Fact>
      <Fact label={transaction.status === 'failed' ? texts.failedAt : texts.settled}>
        {transaction.settledAt ? date(transaction.settledAt) : texts.notSettled}
      </Fact>
      {importedAt && <Fact label={texts.imported(processor)}>{date(importedAt)}</Fact>}
    </FactList>
  )
}

/** The IBAN and the reference to find in a bank statement, in groups of four as statements print them. */
function TransferFacts({ transfer }: { transfer: NonNullable<PaymentMoney['transfer']> }) {
  const { iban, reference } = transfer
  return (
    <>
      <Fact label={waitingPayment.bankReference}>
        <IdText
          value={reference}
          shown={printedReference(reference)}
          copyLabel={waitingPayment.copyBankReference}
        />
      </Fact>
      <Fact label={waitingPayment.iban}>
        <IdText value={iban} shown={printedReference(iban)} copyLabel={waitingPayment.copyIban} />
      </Fact>
    </>
  )
}

const multiply = (price: string, quantity: number): string =>
  decimalFromMinor((minorFromDecimal(price) ?? 0) * quantity)

/** The payment link that the payment came from, and the payer's answers there. */
function LinkFacts({ transaction: { id, amount, currency } }: Pick<Props, 'transaction'>) {
  const words = paymentLinks.ofPayment
  const { data } = trpc.paymentLinks.ofPayment.useQuery({ id })
  if (!data?.link) return null
  const { link, answers, items, tip } = data
  const { facts } = linkChoices
  return (
    <>
      <Fact label={words.title}>
        <Anchor
          size="sm"
          className={classes.email}
          renderRoot={(props) => (
            <Link {...props} to="/links/$linkId" params={{ linkId: link.id }} />
          )}
        >
          {link.title}
        </Anchor>
      </Fact>
      {items.length > 0 && (
        <Fact label={facts.items}>
          {items.map(({ title, price, quantity }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same words
            <Text key={at} size="sm" className={classes.email}>
              {facts.line(
                formatCount(quantity),
                title,
                formatMoney(multiply(price, quantity), currency),
              )}
            </Text>
          ))}
        </Fact>
      )}
      {tip !== null && (
        <Fact label={facts.tip}>
          {facts.tipOf(formatMoney(tip, currency), formatMoney(amount, currency))}
        </Fact>
      )}
      {answers.map(({ question, answer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same words
        <Fact key={at} label={question}>
          <span className={classes.email}>{answer || words.noAnswer}</span>
        </Fact>
      ))}
    </>
  )
}

export function DetailSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height="8rem" radius="lg" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Skeleton height="24rem" radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Skeleton height="14rem" radius="lg" />
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
