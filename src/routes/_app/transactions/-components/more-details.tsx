import { DataList, Paper, Text, Title } from '@mantine/core'
import { Fact } from '#client/components/fact-list.tsx'
import { CodeBox } from '#client/components/text/code-box.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { EXAMPLE_KEY } from '#client/lib/mode.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import classes from './transaction-detail.module.css'

const texts = transactions.detail

/** Data of a payment for programs and support: its ids, its last change and the call that reads it. */
export function MoreDetails({ transaction }: { transaction: Transaction }) {
  const { timezone } = useSignedIn().merchant
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="details" className={classes.more}>
      <summary>
        <Title order={2} display="inline">
          {texts.more}
        </Title>
      </summary>
      <DataList withDivider labelWidth="min(8.5rem, 36%)" mt="sm" mb="md">
        <Fact label={texts.updated}>
          <DateText at={transaction.updatedAt} timezone={timezone} />
        </Fact>
        <Fact label={texts.id}>
          <IdText value={transaction.id} copyLabel={texts.copyId} />
        </Fact>
        <Fact label={texts.customerId}>
          <IdText value={transaction.customerId} copyLabel={texts.copyCustomerId} />
        </Fact>
      </DataList>
      <CurlLine reference={transaction.transactionId} />
    </Paper>
  )
}

/** The curl command for this payment. The key is a placeholder, because real keys are shown only once. */
function CurlLine({ reference }: { reference: string }) {
  const url = `${window.location.origin}/api/transactions/${encodeURIComponent(reference)}`
  const command = `curl -H 'Authorization: Bearer ${EXAMPLE_KEY}' \\\n  ${url}`
  return (
    <section aria-label={texts.api}>
      <Text size="sm" fw={550} mb="xs">
        {texts.api}
      </Text>
      <CodeBox code={command} label={texts.api}>
        <CopyIcon value={command} label={texts.copyCurl} />
      </CodeBox>
      <Text size="xs" c="dimmed" mt="xs">
        {texts.apiHelp}
      </Text>
    </section>
  )
}
