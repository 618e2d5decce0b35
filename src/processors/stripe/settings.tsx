import { Button, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { isLiveBook, shownBook } from '#client/lib/book.ts'
import { useRescuedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import { trpc } from '#client/trpc.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { AccountActions, StripeAccount } from './stripe-account.tsx'
import { ChangeKeysDialog, ConnectDialog, DisconnectDialog, TestDialog } from './stripe-dialogs.tsx'
import { OwnerImport, StaffImport } from './stripe-import.tsx'

/** Refetches the account: no stream notifies the page of events and polls, so its details would become outdated. */
const REFRESH_MS = 30_000
/** Shorter for a new account, which the server polls for events within seconds. */
const REFRESH_NEW_MS = 5000
/** Shortest during an import, whose count of payments a person watches. */
const REFRESH_IMPORT_MS = 2000

function refreshMs(accounts: ProcessorAccount[] = []): number {
  if (accounts.some((account) => account.import?.state === 'running')) return REFRESH_IMPORT_MS
  return accounts.some(({ polledAt }) => polledAt === null) ? REFRESH_NEW_MS : REFRESH_MS
}

/** Stripe's section of the settings: owners connect an account for card payments, staff read it. */
export function SettingsSection() {
  const accounts = trpc.processorAccounts.list.useQuery(undefined, {
    refetchInterval: ({ state }) => refreshMs(state.data),
  })
  const role = trpc.team.role.useQuery()
  const failed = [accounts, role].find(({ error, data }) => error && !data)
  if (failed?.error) {
    return (
      <Section title={texts.title}>
        <ErrorState
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Section>
    )
  }
  if (!accounts.data || !role.data) {
    return (
      <Section title={texts.title} isBusy>
        <Skeleton height="4rem" />
      </Section>
    )
  }
  const account = accounts.data.find(({ processor }) => processor === 'stripe')
  return role.data.role === 'owner' ? (
    <OwnerSection account={account} />
  ) : (
    <StaffSection account={account} />
  )
}

type Props = { account: ProcessorAccount | undefined }

const connectedMark = (
  <Tag tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
    {texts.connected}
  </Tag>
)

const stateOf = (account: ProcessorAccount | undefined) => ({
  title: texts.title,
  text: (account ? texts.connectedText : texts.text)[shownBook],
  mark: account && connectedMark,
})

const StaffSection = ({ account }: Props) => (
  <Section {...stateOf(account)}>
    {account ? (
      <StripeAccount account={account}>
        <StaffImport account={account} />
        <Text size="sm">{texts.ownersChange}</Text>
      </StripeAccount>
    ) : (
      <Text size="sm">{texts.ownersConnect}</Text>
    )}
  </Section>
)

type OpenDialog = { kind: 'connect' } | { kind: 'change' | 'test' | 'disconnect'; id: string }

/** Renders the dialogs in the section, because their openers disappear when an account is connected or removed. */
function OwnerSection({ account }: Props) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const container = useRef<HTMLDivElement>(null)
  const test = trpc.processorAccounts.test.useMutation()
  const firstAction = () =>
    container.current?.querySelector<HTMLElement>('[data-actions] button') ?? null
  // A dialog may return the focus just before its opener disappears.
  useRescuedFocus(account !== undefined, firstAction)
  useRescuedFocus(account === undefined, firstAction)
  const dialog = { onClose: () => setOpenDialog(undefined), substitute: firstAction }
  const openerOf = (kind: 'change' | 'test' | 'disconnect', id: string) => () => {
    setOpenDialog({ kind, id })
    if (kind === 'test') test.mutate({ id })
  }
  return (
    <div ref={container}>
      <Section
        {...stateOf(account)}
        action={
          !account && (
            <div data-actions>
              <Button
                variant={isLiveBook ? 'filled' : 'default'}
                onClick={() => setOpenDialog({ kind: 'connect' })}
              >
                {texts.connect.open}
              </Button>
            </div>
          )
        }
      >
        {account && (
          <StripeAccount account={account}>
            <OwnerImport account={account} />
            <div data-actions>
              <AccountActions
                onTest={openerOf('test', account.id)}
                onChange={openerOf('change', account.id)}
                onDisconnect={openerOf('disconnect', account.id)}
              />
            </div>
          </StripeAccount>
        )}
      </Section>
      {openDialog?.kind === 'connect' && <ConnectDialog {...dialog} />}
      {openDialog?.kind === 'change' && <ChangeKeysDialog id={openDialog.id} {...dialog} />}
      {openDialog?.kind === 'test' && (
        <TestDialog test={test} onTest={openerOf('test', openDialog.id)} onClose={dialog.onClose} />
      )}
      {openDialog?.kind === 'disconnect' && <DisconnectDialog id={openDialog.id} {...dialog} />}
    </div>
  )
}
