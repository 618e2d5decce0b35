import { DataList, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fact } from '#client/components/fact-list.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { shownMode } from '#client/lib/mode.ts'
import { paypal as texts } from '#client/processors/paypal/texts/en/paypal.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import classes from '../account/account.module.css'
import { PayPalNotificationStatus } from './paypal-notification-status.tsx'
import { isReachable } from './reachable.ts'

type Props = { account: ProcessorAccount; children: ReactNode }

/** The connected account's details, with its actions below. */
export function PayPalAccount({ account, children }: Props) {
  const { timezone } = useSignedIn().merchant
  const words = texts.facts
  return (
    <Stack gap="md">
      <DataList withDivider labelWidth="min(12rem, 36%)" aria-label={texts.title}>
        <Fact label={words.clientId}>
          <span className={classes.mono}>{account.keyHint}</span>
        </Fact>
        <Fact label={words.environment}>{words.environments[shownMode]}</Fact>
        <Fact label={words.arrival}>
          <PayPalNotificationStatus account={account} />
          {account.webhook === 'none' && (
            <Text size="sm" c="dimmed">
              {isReachable(location) ? words.reconnect : words.notReachable}
            </Text>
          )}
        </Fact>
        <Fact label={words.since}>
          <DateText at={account.createdAt} timezone={timezone} />
        </Fact>
      </DataList>
      {children}
    </Stack>
  )
}
