import { Button, DataList, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyIcon } from '#client/components/copy-icon.tsx'
import { DateText } from '#client/components/date-text.tsx'
import { Fact } from '#client/components/fact-list.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useNow } from '#client/lib/days.ts'
import { formatElapsed } from '#client/lib/format.ts'
import { stripe as texts } from '#client/texts/stripe.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import settings from './settings.module.css'
import classes from './stripe.module.css'

type Props = { account: ProcessorAccount; children: ReactNode }

/** What is connected, and below it what can be done with it. */
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
          <Arrival account={account} />
        </Fact>
        <Fact label={words.since}>
          <DateText at={account.createdAt} timezone={timezone} />
        </Fact>
      </DataList>
      {account.webhook !== 'made' && <WebhookAddress id={account.id} kind={account.webhook} />}
      {children}
    </Stack>
  )
}

/** Events count where an endpoint calls, or where one called after Stripe was last asked. */
function Arrival({ account }: { account: ProcessorAccount }) {
  const { webhook, heardAt, polledAt } = account
  const now = Date.parse(useNow(1000))
  const since = (at: string) => formatElapsed(Math.max(0, now - Date.parse(at)))
  const words = texts.facts
  if (heardAt !== null && (webhook !== 'none' || polledAt === null || heardAt > polledAt)) {
    return words.byEvents(since(heardAt))
  }
  return (
    <>
      {polledAt === null ? words.notPolled : words.byPolling(since(polledAt))}
      {webhook !== 'none' && (
        <Text size="sm" c="dimmed">
          {words.unheard}
        </Text>
      )}
    </>
  )
}

type AddressProps = { id: string; kind: 'pasted' | 'none' }

function WebhookAddress({ id, kind }: AddressProps) {
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

type ActionsProps = { onTest: () => void; onChange: () => void; onDisconnect: () => void }

export const AccountActions = ({ onTest, onChange, onDisconnect }: ActionsProps) => (
  <Group gap="sm">
    <Button variant="default" onClick={onTest}>
      {texts.test.open}
    </Button>
    <Button variant="default" onClick={onChange}>
      {texts.change.open}
    </Button>
    <Button variant="default" className={settings.danger} onClick={onDisconnect}>
      {texts.disconnect.open}
    </Button>
  </Group>
)
