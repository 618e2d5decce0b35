import { Anchor, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fact, FactList } from '#client/components/fact-list.tsx'
import { CodeBox } from '#client/components/text/code-box.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { EmailText } from '#client/components/text/email-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { EXAMPLE_KEY } from '#client/lib/book.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import { trpc } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { printedReference } from '#server/shared/money/creditor-reference.ts'
import classes from './transaction-detail.module.css'

const texts = transactions.detail

type Props = {
  transaction: Transaction
  /** Undefined until loaded. */
  money: PaymentMoney | undefined
}

export function TransactionFields({ transaction, money }: Props) {
  const { timezone } = useSignedIn().merchant
  const { importedAt, receiptUrl, transfer, metadata, processor = '' } = money ?? {}
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
      <Fact label={texts.email}>
        <Anchor href={`mailto:${transaction.customerEmail}`} size="sm" className={classes.email}>
          <EmailText>{transaction.customerEmail}</EmailText>
        </Anchor>
      </Fact>
      <Fact label={texts.method}>{methodNames[transaction.paymentMethod]}</Fact>
      {transfer && <TransferFacts transfer={transfer} />}
      <Fact label={texts.description}>
        {transaction.description ?? (
          <Text size="sm" c="dimmed" component="span">
            {texts.noDescription}
          </Text>
        )}
      </Fact>
      <LinkFacts id={transaction.id} />
      {metadata && Object.keys(metadata).length > 0 && (
        <Fact label={waitingPayment.metadata}>
          <MetadataLines metadata={metadata} />
        </Fact>
      )}
      <Fact label={texts.created}>{date(transaction.createdAt)}</Fact>
      <Fact label={texts.updated}>{date(transaction.updatedAt)}</Fact>
      <Fact label={transaction.status === 'failed' ? texts.failedAt : texts.settled}>
        {transaction.settledAt ? date(transaction.settledAt) : texts.notSettled}
      </Fact>
      {importedAt && <Fact label={texts.imported(processor)}>{date(importedAt)}</Fact>}
      {receiptUrl && (
        <Fact label={refunds.payerReceipt.title}>
          <Group gap={4} component="span">
            <Anchor href={receiptUrl} target="_blank" rel="noopener noreferrer" size="sm">
              {refunds.payerReceipt.open}
            </Anchor>
            <CopyIcon value={receiptUrl} label={refunds.payerReceipt.copy} />
          </Group>
        </Fact>
      )}
      <Fact label={texts.id}>
        <IdText value={transaction.id} copyLabel={texts.copyId} />
      </Fact>
      <Fact label={texts.customerId}>
        <IdText value={transaction.customerId} copyLabel={texts.copyCustomerId} />
      </Fact>
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

function MetadataLines({ metadata }: { metadata: NonNullable<PaymentMoney['metadata']> }) {
  return (
    <Stack gap={2}>
      {Object.entries(metadata).map(([key, value]) => (
        <Text key={key} size="sm" className={classes.email}>
          <Text component="span" size="sm" c="dimmed">
            {key}:
          </Text>{' '}
          {String(value)}
        </Text>
      ))}
    </Stack>
  )
}

/** The payment link that the payment came from, and the payer's answers there. */
function LinkFacts({ id }: { id: string }) {
  const words = paymentLinks.ofPayment
  const { data } = trpc.paymentLinks.ofPayment.useQuery({ id })
  if (!data?.link) return null
  const { link, answers } = data
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
      {answers.map(({ question, answer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same words
        <Fact key={at} label={question}>
          <span className={classes.email}>{answer || words.noAnswer}</span>
        </Fact>
      ))}
    </>
  )
}

/** The curl command for this payment. The key is a placeholder, because real keys are shown only once. */
export function CurlLine({ reference }: { reference: string }) {
  const url = `${window.location.origin}/api/transactions/${encodeURIComponent(reference)}`
  const command = `curl -H 'Authorization: Bearer ${EXAMPLE_KEY}' \\\n  ${url}`
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={texts.api}>
      <Title order={2} mb="xs">
        {texts.api}
      </Title>
      <CodeBox code={command} label={texts.api}>
        <CopyIcon value={command} label={texts.copyCurl} />
      </CodeBox>
      <Text size="xs" c="dimmed" mt="xs">
        {texts.apiHelp}
      </Text>
    </Paper>
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
