import {
  Anchor,
  Button,
  Group,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconKey, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { readProblem } from '#client/lib/problem.ts'
import { hasPassed } from '#client/lib/words/days.ts'
import { apiKeys as texts } from '#client/texts/en/api-keys.ts'
import { trpc } from '#client/trpc.ts'
import type { ApiKey } from '#server/features/api-keys/api-keys.schema.ts'
import classes from './integration.module.css'
import { CreateKeyDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx'
import { useIsOwner } from './use-integration.ts'

export function KeysTab() {
  const isOwner = useIsOwner()
  if (isOwner === undefined) return <KeysSkeleton />
  if (!isOwner) return <OwnerOnly />
  return <Keys />
}

type OpenDialog = { kind: 'create' } | { kind: 'rotate' | 'revoke'; key: ApiKey }

function Keys() {
  const { data, error, refetch, isFetching } = trpc.apiKeys.list.useQuery()
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const create = () => setOpen({ kind: 'create' })
  if (error && !data) {
    // The person may have lost the owner role since the page was opened.
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

type Actions = { onRotate: (key: ApiKey) => void; onRevoke: (key: ApiKey) => void }

type Props = Actions & { rows: ApiKey[] }

const { columns } = texts

const scopesOf = ({ scopes }: ApiKey) => scopes.map((scope) => texts.scopes[scope]).join(', ')

function KeyRows({ rows, ...actions }: Props) {
  // Next to the sidebar, a table of eight columns would hide the last one, which contains the actions.
  const isCompact = useMediaQuery('(max-width: 84em)', undefined, {
    getInitialValueInEffect: false,
  })
  return isCompact ? (
    <KeyCards rows={rows} {...actions} />
  ) : (
    <Table.ScrollContainer minWidth={820}>
      <Table verticalSpacing="sm">
        <VisuallyHidden component="caption">{texts.title}</VisuallyHidden>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.name}</Table.Th>
            <Table.Th>{columns.key}</Table.Th>
            <Table.Th>{columns.scopes}</Table.Th>
            <Table.Th>{columns.version}</Table.Th>
            <Table.Th>{columns.created}</Table.Th>
            <Table.Th>{columns.expires}</Table.Th>
            <Table.Th>{columns.lastUsed}</Table.Th>
            <Table.Th ta="right">{columns.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Text size="sm" fw={550} component="span" className={classes.wrapped}>
                  {row.name}
                </Text>
              </Table.Td>
              <Table.Td>
                <KeyLink apiKey={row} />
              </Table.Td>
              <Table.Td>{scopesOf(row)}</Table.Td>
              <Table.Td>{row.version}</Table.Td>
              <Table.Td>
                <Moment at={row.createdAt} />
              </Table.Td>
              <Table.Td>
                <Expiry at={row.expiresAt} />
              </Table.Td>
              <Table.Td>
                <Moment at={row.lastUsedAt} />
              </Table.Td>
              <Table.Td>
                <KeyActions apiKey={row} {...actions} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The list on narrow screens, without sideways scrolling. */
function KeyCards({ rows, ...actions }: Props) {
  return (
    <ul className={classes.checks} aria-label={texts.title}>
      {rows.map((row) => (
        <li key={row.id} className={classes.check}>
          <Stack gap={6}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={600} className={classes.wrapped}>
                {row.name}
              </Text>
              <KeyLink apiKey={row} />
            </Group>
            <Text size="xs" c="dimmed" component="div">
              {`${scopesOf(row)} · ${row.version} · ${columns.created} `}
              <Moment at={row.createdAt} />
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {`${columns.expires}: `}
              <Expiry at={row.expiresAt} />
              {` · ${columns.lastUsed}: `}
              <Moment at={row.lastUsedAt} />
            </Text>
            <KeyActions apiKey={row} {...actions} />
          </Stack>
        </li>
      ))}
    </ul>
  )
}

/** A link to the requests made with the key. */
function KeyLink({ apiKey: { name, prefix, last4 } }: { apiKey: ApiKey }) {
  return (
    <Anchor
      className={classes.mono}
      title={texts.requestsOf(name)}
      renderRoot={(props) => (
        <Link {...props} to="." search={{ tab: 'requests', key: prefix }} resetScroll={false} />
      )}
    >
      {texts.masked(prefix, last4)}
    </Anchor>
  )
}

function Moment({ at }: { at: string | null }) {
  const { timezone } = useSignedIn().merchant
  return at === null ? texts.never : <DateText at={at} timezone={timezone} />
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return texts.never
  return (
    <>
      {hasPassed(at) && `${texts.expired} `}
      <Moment at={at} />
    </>
  )
}

function KeyActions({ apiKey, onRotate, onRevoke }: Actions & { apiKey: ApiKey }) {
  const { name, expiresAt } = apiKey
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        variant="default"
        size="xs"
        aria-label={texts.rotate.openOne(name)}
        disabled={expiresAt !== null && hasPassed(expiresAt)}
        onClick={() => onRotate(apiKey)}
      >
        {texts.rotate.open}
      </Button>
      <Button
        variant="default"
        size="xs"
        className={classes.danger}
        aria-label={texts.revoke.openOne(name)}
        onClick={() => onRevoke(apiKey)}
      >
        {texts.revoke.open}
      </Button>
    </Group>
  )
}
