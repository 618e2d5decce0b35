import { Button, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { useRescuedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { isLiveMode, shownMode } from '#client/lib/mode.ts'
import { account as texts } from '#client/processors/account/texts/en/account.ts'
import { isForCards } from '#client/processors/identities.ts'
import { trpc } from '#client/trpc.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { AccountActions } from './account-actions.tsx'
import { DisconnectDialog, TestDialog } from './account-dialogs.tsx'
import type { AccountDialogProps, DialogProps, SectionProcessor } from './account-words.ts'

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

type Parts = {
  processor: SectionProcessor
  /** The account's details, with the rest of the section below. */
  Details: ComponentType<{ account: ProcessorAccount; children: ReactNode }>
  Connect: ComponentType<DialogProps>
  ChangeKeys: ComponentType<AccountDialogProps>
  /** More that owners see and do. */
  OwnerPart?: ComponentType<{ account: ProcessorAccount }>
  /** More that staff see. */
  StaffPart?: ComponentType<{ account: ProcessorAccount }>
}

/** A processor's section of the settings: owners connect the merchant's account there, staff read it. */
export function AccountSection(parts: Parts) {
  const { name, words } = parts.processor
  const accounts = trpc.processorAccounts.list.useQuery(undefined, {
    refetchInterval: ({ state }) => refreshMs(state.data),
  })
  const role = trpc.team.role.useQuery()
  const failed = [accounts, role].find(({ error, data }) => error && !data)
  if (failed?.error) {
    return (
      <Section title={words.title}>
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
      <Section title={words.title} isBusy>
        <Skeleton height="4rem" />
      </Section>
    )
  }
  const account = accounts.data.find(({ processor }) => processor === name)
  return role.data.role === 'owner' ? (
    <OwnerSection {...parts} account={account} />
  ) : (
    <StaffSection {...parts} account={account} />
  )
}

type Props = Parts & { account: ProcessorAccount | undefined }

const connectedMark = (
  <Tag tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
    {texts.connected}
  </Tag>
)

const stateOf = ({ account, processor: { words } }: Props) => ({
  title: words.title,
  text: (account ? words.connectedText : words.text)[shownMode],
  mark: account && connectedMark,
})

function StaffSection(props: Props) {
  const { account, processor, Details, StaffPart } = props
  return (
    <Section {...stateOf(props)}>
      {account ? (
        <Details account={account}>
          {StaffPart && <StaffPart account={account} />}
          <Text size="sm">{texts.ownersChange}</Text>
        </Details>
      ) : (
        <Text size="sm">{texts.ownersConnect(processor.label)}</Text>
      )}
    </Section>
  )
}

type OpenDialog = { kind: 'connect' } | { kind: 'change' | 'test' | 'disconnect'; id: string }

/** Renders the dialogs in the section, because their openers disappear when an account is connected or removed. */
function OwnerSection(props: Props) {
  const { account, processor, Details, OwnerPart, Connect, ChangeKeys } = props
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
        {...stateOf(props)}
        action={
          !account && (
            <div data-actions>
              <Button
                variant={isLiveMode && isForCards(processor.name) ? 'filled' : 'default'}
                onClick={() => setOpenDialog({ kind: 'connect' })}
              >
                {processor.words.connect}
              </Button>
            </div>
          )
        }
      >
        {account && (
          <Details account={account}>
            {OwnerPart && <OwnerPart account={account} />}
            <div data-actions>
              <AccountActions
                onTest={openerOf('test', account.id)}
                onChange={openerOf('change', account.id)}
                onDisconnect={openerOf('disconnect', account.id)}
              />
            </div>
          </Details>
        )}
      </Section>
      {openDialog?.kind === 'connect' && <Connect {...dialog} />}
      {openDialog?.kind === 'change' && <ChangeKeys id={openDialog.id} {...dialog} />}
      {openDialog?.kind === 'test' && (
        <TestDialog
          processor={processor}
          test={test}
          onTest={openerOf('test', openDialog.id)}
          onClose={dialog.onClose}
        />
      )}
      {openDialog?.kind === 'disconnect' && (
        <DisconnectDialog processor={processor} id={openDialog.id} {...dialog} />
      )}
    </div>
  )
}
