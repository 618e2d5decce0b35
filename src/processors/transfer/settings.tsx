import { Button, DataList, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { Fact } from '#client/components/fact-list.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useRescuedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { shownMode } from '#client/lib/mode.ts'
import classes from '#client/processors/account/account.module.css'
import { transfer as texts } from '#client/processors/transfer/texts/en/transfer.ts'
import { trpc } from '#client/trpc.ts'
import type { TransferAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { printedIban } from '#server/shared/money/iban.ts'
import { RemoveTransferDialog, TransferDialog } from './transfer-dialogs.tsx'

/** The merchant's own bank account: owners enter one, staff read it. */
export function SettingsSection() {
  const account = trpc.processorAccounts.transfer.useQuery()
  const role = trpc.team.role.useQuery()
  const failed = [account, role].find(({ error, data }) => error && data === undefined)
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
  if (account.data === undefined || !role.data) {
    return (
      <Section title={texts.title} isBusy>
        <Skeleton height="4rem" />
      </Section>
    )
  }
  return <TransferSection account={account.data} isOwner={role.data.role === 'owner'} />
}

type Props = { account: TransferAccount | null; isOwner: boolean }

/** Focuses the section's first action when a dialog's opener disappears because an account was added or removed. */
function TransferSection({ account, isOwner }: Props) {
  const [openDialog, setOpenDialog] = useState<'change' | 'remove'>()
  const container = useRef<HTMLDivElement>(null)
  const firstAction = () =>
    container.current?.querySelector<HTMLElement>('[data-actions] button') ?? null
  useRescuedFocus(account !== null, firstAction)
  useRescuedFocus(account === null, firstAction)
  const dialog = { onClose: () => setOpenDialog(undefined), substitute: firstAction }
  return (
    <div ref={container}>
      <Section
        title={texts.title}
        text={(account ? texts.connectedText : texts.text)[shownMode]}
        mark={
          account && (
            <Tag tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
              {texts.connected}
            </Tag>
          )
        }
        action={
          !account &&
          isOwner && (
            <div data-actions>
              <Button variant="default" onClick={() => setOpenDialog('change')}>
                {texts.open}
              </Button>
            </div>
          )
        }
      >
        {(account || !isOwner) && (
          <Stack gap="md">
            {account && <Facts account={account} />}
            {!isOwner && <Text size="sm">{texts.ownersOnly}</Text>}
            {account && isOwner && (
              <Group gap="sm" data-actions>
                <Button variant="default" onClick={() => setOpenDialog('change')}>
                  {texts.change}
                </Button>
                <Button variant="default" onClick={() => setOpenDialog('remove')}>
                  {texts.remove}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Section>
      {openDialog === 'change' && <TransferDialog account={account} {...dialog} />}
      {openDialog === 'remove' && account && <RemoveTransferDialog id={account.id} {...dialog} />}
    </div>
  )
}

function Facts({ account: { iban, holder, createdAt } }: { account: TransferAccount }) {
  const { timezone } = useSignedIn().merchant
  return (
    <DataList withDivider labelWidth="min(12rem, 36%)" aria-label={texts.title}>
      <Fact label={texts.facts.iban}>
        <span className={classes.mono}>{printedIban(iban)}</span>
      </Fact>
      <Fact label={texts.facts.holder}>{holder}</Fact>
      <Fact label={texts.facts.since}>
        <DateText at={createdAt} timezone={timezone} />
      </Fact>
    </DataList>
  )
}
