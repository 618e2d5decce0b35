import { DataList, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fact } from '#client/components/fact-list.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import classes from '../account/account.module.css'
import { StripeNotificationStatus } from './stripe-notification-status.tsx'

type Props = { account: ProcessorAccount; children: ReactNode }

/** The connected account's details, with its actions below. */
export function StripeAccount({ account, children }: Props) {
  const { timezone } = useSignedIn().merchant
  const words = texts.facts
  return (
    <Stack gap="md">
      <DataList withDivider labelWidth="min(12rem, 36%)" aria-label={texts.title}>
        <Fact label={words.key}>
          <span className={classes.mono}>{account.keyHint}</span>
        </Fact>
        <Fact label={words.publishableKey}>
          <span className={classes.mono}>{account.publishableKey}</span>
        </Fact>
        <Fact label={words.arrival}>
          <StripeNotificationStatus account={account} />
        </Fact>
        <Fact label={words.since}>
          <DateText at={account.createdAt} timezone={timezone} />
        </Fact>
      </DataList>
      {account.webhook !== 'made' && <WebhookUrl id={account.id} kind={account.webhook} />}
      {children}
    </Stack>
  )
}

type WebhookUrlProps = { id: string; kind: 'pasted' | 'none' }

function WebhookUrl({ id, kind }: WebhookUrlProps) {
  const address = `${location.origin}/hooks/${id}`
  return (
    <TextInput
      label={texts.address.label}
      description={texts.address[kind]}
      readOnly
      value={address}
      className={classes.key}
      rightSection={<CopyIcon value={address} label={texts.address.copy} />}
      rightSectionWidth={40}
    />
  )
}
