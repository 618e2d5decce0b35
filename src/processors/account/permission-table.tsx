import { Table, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import { Tag } from '#client/components/status-badge.tsx'
import { account } from '#client/processors/account/texts/en/account.ts'
import type { KeyPermission } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import classes from './account.module.css'
import type { SectionProcessor } from './account-words.ts'

const texts = account.permissions

type Props = { permissions: readonly KeyPermission[]; processor: SectionProcessor }

/** The result of a key's check: one line when the key has every permission, otherwise the table below it. */
export function PermissionResult({ permissions, processor }: Props) {
  const isComplete = permissions.every(({ state }) => state === 'allowed')
  return (
    <div>
      <Text size="sm" role="status" mb="xs">
        {isComplete && (
          <IconCircleCheck size={16} stroke={2} aria-hidden className={classes.complete} />
        )}
        {summaryOf(permissions, processor.label)}
      </Text>
      {isComplete ? (
        <details className={classes.fold}>
          <summary>{texts.show(permissions.length)}</summary>
          <PermissionTable permissions={permissions} processor={processor} />
        </details>
      ) : (
        <PermissionTable permissions={permissions} processor={processor} />
      )}
    </div>
  )
}

/** A key's permissions, with the missing ones first. */
function PermissionTable({ permissions, processor }: Props) {
  return (
    <Table aria-label={texts.table} verticalSpacing={6} horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th className={classes.state}>{texts.state}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {permissions.toSorted(byUrgency).map((permission) => (
          <PermissionRow
            key={permission.name}
            permission={permission}
            title={processor.words.permissions[permission.name] ?? permission.name}
            without={processor.words.without[permission.name]}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const isMissing = ({ state }: KeyPermission) => state === 'missing'

const urgency = ({ state, isNeeded }: KeyPermission): number =>
  ({ missing: 0, unknown: 2, allowed: 4 })[state] + (isNeeded ? 0 : 1)

const byUrgency = (one: KeyPermission, other: KeyPermission) => urgency(one) - urgency(other)

function summaryOf(permissions: readonly KeyPermission[], label: string): string {
  const missing = permissions.filter(isMissing)
  const needed = missing.filter(({ isNeeded }) => isNeeded)
  if (needed.length > 0) return texts.insufficient(needed.length, label)
  if (permissions.some(({ state }) => state === 'unknown')) return texts.unanswered(label)
  return missing.length > 0 ? texts.sufficient(missing.length) : texts.complete
}

type RowProps = { permission: KeyPermission; title: string; without: string | undefined }

function PermissionRow({ permission, title, without }: RowProps) {
  const { needs, isNeeded, says: message } = permission
  return (
    <>
      <Table.Tr className={message === null ? undefined : classes.told}>
        <Table.Td className={classes.permission}>
          <span lang="en" className={classes.name}>
            {title}
          </span>{' '}
          <span className={classes.need}>
            {`${texts.needs[needs]}, ${isNeeded ? texts.needed : texts.optional}`}
          </span>
        </Table.Td>
        <Table.Td className={classes.state}>
          <PermissionState permission={permission} />
        </Table.Td>
      </Table.Tr>
      {message !== null && (
        <Table.Tr>
          <Table.Td colSpan={2} className={classes.says}>
            {without && <>{without} </>}
            <span lang="en">{message}</span>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

const icons = { allowed: IconCircleCheck, missing: IconCircleX, unknown: IconHelpCircle }

function PermissionState({ permission: { state, isNeeded } }: { permission: KeyPermission }) {
  const Icon = icons[state]
  const tones = {
    allowed: 'success',
    missing: isNeeded ? 'failed' : 'pending',
    unknown: 'neutral',
  } as const
  return (
    <Tag tone={tones[state]} icon={<Icon size={14} aria-hidden />}>
      {texts.states[state]}
    </Tag>
  )
}
