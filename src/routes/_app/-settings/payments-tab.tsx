import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { MethodMark } from '#client/components/method-mark.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { GoLive } from '#client/features/shell/go-live.tsx'
import { isLiveMode, openMode, shownMode } from '#client/lib/mode.ts'
import { connectableNames } from '#client/processors/identities.ts'
import { pageProcessor } from '#client/processors/registry.ts'
import { SettingsSections } from '#client/processors/settings-sections.tsx'
import { methodNames } from '#client/texts/en/methods.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'
import { CustomerMails } from './customer-mails.tsx'
import classes from './settings.module.css'

const texts = settings.payments

/** The processor of each payment method in the current mode, and the link to live mode. */
export function PaymentsTab() {
  return (
    <Stack gap="lg">
      <SettingsSections />
      <MethodsSection />
      <CustomerMails />
      <ModesSection />
    </Stack>
  )
}

function MethodsSection() {
  const { data } = trpc.transactions.cardForm.useQuery()
  const accountOf = (method: PaymentMethod) => {
    const name = data?.processors[method]
    if (name === 'transfer') return texts.standing.own
    const label = name ? pageProcessor(name)?.label : undefined
    // A processor can have the name of its method, which the row already shows.
    return label === methodNames[method] ? texts.standing.own : label
  }
  return (
    <Section title={texts.methods} text={texts.methodsText[shownMode](connectableNames)}>
      <ul className={classes.rows} aria-label={texts.methods}>
        {paymentMethods.map((method) => (
          <li key={method} className={classes.row}>
            <Text size="sm" fw={500}>
              <MethodMark word={method === 'bank' ? 'bank_transfer' : method} />{' '}
              {methodNames[method]}
            </Text>
            <MethodStatus account={accountOf(method)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const MethodStatus = ({ account }: { account: string | undefined }) =>
  account === undefined ? (
    <Tag tone={isLiveMode ? 'neutral' : 'info'}>{texts.standing[shownMode]}</Tag>
  ) : (
    <Tag tone="success">{account}</Tag>
  )

function ModesSection() {
  const books = trpc.merchant.books.useQuery()
  const role = trpc.team.role.useQuery()
  const failed = [books, role].find(({ error, data }) => error && !data)
  if (failed?.error) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  }
  if (!books.data || !role.data) return <Skeleton height="9rem" radius="lg" aria-busy />
  if (books.data.hasLive) {
    const other = isLiveMode ? 'test' : 'live'
    return (
      <Section
        title={texts.books}
        text={texts.booksText[shownMode]}
        action={
          <Button variant="default" onClick={() => void openMode(other)}>
            {texts.open[other]}
          </Button>
        }
      />
    )
  }
  if (books.data.isDemo) return <Section title={texts.goLive} text={texts.demo} />
  if (role.data.role !== 'owner') return <Section title={texts.goLive} text={texts.ownersOnly} />
  return <LiveActivation />
}

function LiveActivation() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Section
        title={texts.goLive}
        text={texts.goLiveText}
        action={<Button onClick={() => setIsAsking(true)}>{texts.goLive}</Button>}
      />
      {isAsking && <GoLive onClose={() => setIsAsking(false)} />}
    </>
  )
}
