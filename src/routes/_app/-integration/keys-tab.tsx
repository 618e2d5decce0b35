import { Button, Paper, Skeleton, Stack } from '@mantine/core'
import { IconKey, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiKey } from '#server/features/api-keys/api-keys.schema.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { apiKeys as texts } from '../../../texts/api-keys.ts'
import { trpc } from '../../../trpc.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyRows } from './key-rows.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'
import { Section } from '../../../components/section.tsx'
import { useIsOwner } from './use-integration.ts'

export function KeysTab() {
  const isOwner = useIsOwner()
  if (isOwner === undefined) return <KeysSkeleton />
  if (!isOwner) return <OwnerOnly />
  return <Keys />
}

type Open = { kind: 'create' } | { kind: 'rotate' | 'revoke'; key: ApiKey }

function Keys() {
  const { data, error, refetch, isFetching } = trpc.apiKeys.list.useQuery()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const create = () => setOpen({ kind: 'create' })
  if (error && !data) {
    // Somebody may have stopped being an owner since the page was opened.
    if (readProblem(error).reason === 'owner_only') return <OwnerOnly />
    return (
      <Paper>
        <ErrorState
          title={texts.loadFailed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  if (!data) return <KeysSkeleton />
  return (
    <Section
      title={texts.title}
      text={texts.text}
      action={<Button onClick={create}>{texts.create.open}</Button>}
    >
      {data.length === 0 ? (
        <EmptyState
          icon={<IconKey size={28} stroke={1.5} aria-hidden />}
          title={texts.emptyTitle}
          text={texts.empty}
        />
      ) : (
        <KeyRows
          rows={data}
          onRotate={(key) => setOpen({ kind: 'rotate', key })}
          onRevoke={(key) => setOpen({ kind: 'revoke', key })}
        />
      )}
      {open?.kind === 'create' && <CreateKeyDialog onClose={close} />}
      {open?.kind === 'rotate' && <RotateKeyDialog apiKey={open.key} onClose={close} />}
      <RevokeKeyDialog apiKey={open?.kind === 'revoke' ? open.key : undefined} onClose={close} />
    </Section>
  )
}

const KeysSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Skeleton height="16rem" radius="lg" />
  </Stack>
)

const OwnerOnly = () => (
  <Paper>
    <EmptyState
      icon={<IconLock size={28} stroke={1.5} aria-hidden />}
      title={texts.ownerOnlyTitle}
      text={texts.ownerOnly}
    />
  </Paper>
)
