import { Anchor, Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ApiKey } from '#server/features/api-keys/api-keys.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { hasPassed } from '../../../lib/moments.ts'
import { apiKeys as texts } from '../../../texts/api-keys.ts'
import classes from './integration.module.css'

type Actions = { onRotate: (key: ApiKey) => void; onRevoke: (key: ApiKey) => void }

type Props = Actions & { rows: ApiKey[] }

const { columns } = texts

const scopesOf = ({ scopes }: ApiKey) => scopes.map((scope) => texts.scopes[scope]).join(', ')

export function KeyRows({ rows, ...actions }: Props) {
  // Beside the sidebar a table of eight columns would hide its last one, which holds the actions.
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

/** The list on a narrow screen: nothing to scroll sideways. */
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

/** Leads to what the key was used for. */
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
