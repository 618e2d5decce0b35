import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { DateChip } from '#client/components/list/date-chip.tsx'
import { SearchField } from '#client/components/list/search-field.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { daysOfPeriod } from '#client/lib/words/periods.ts'
import { auditLog as texts } from '#client/texts/en/audit-log.ts'
import { trpc } from '#client/trpc.ts'
import type { AuditEntry } from '#server/features/audit-log/audit-log.schema.ts'
import { AuditName } from '#server/features/audit-log/audit-name.schema.ts'
import classes from './audit-log.module.css'
import type { AuditSearch } from './audit-search.ts'
import { actionWords } from './audit-words.ts'

type Props = {
  search: AuditSearch
  /** The visible entries: some actors appear in no other list. */
  shown: AuditEntry[]
  onChange: (changed: Partial<AuditSearch>) => void
  onClear: () => void
}

export function AuditFilters({ search, shown, onChange, onClear }: Props) {
  const { timezone } = useSignedIn().merchant
  const { action, actor, objectId } = search
  return (
    <Stack gap="sm" role="search" aria-label={texts.filters}>
      <Group gap="sm" align="end">
        <SearchField
          label={texts.object}
          placeholder={texts.objectPlaceholder}
          clearLabel={texts.clearObject}
          value={objectId ?? ''}
          onSearch={(text) => onChange({ objectId: AuditName.safeParse(text).data })}
        />
        <NativeSelect
          label={texts.actor}
          className={classes.choice}
          data={useActorOptions(actor, shown)}
          value={actor ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ actor: value || undefined })}
        />
        <NativeSelect
          label={texts.action}
          className={classes.choice}
          data={actionOptions(action)}
          value={action ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ action: value || undefined })}
        />
      </Group>
      <Group gap="xs">
        <DateChip
          days={search}
          timezone={timezone}
          onChange={({ period, from, to }) =>
            onChange(period ? daysOfPeriod(period, todayIn(timezone)) : { from, to })
          }
        />
        {isNarrowed(search) && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {texts.clearFilters}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Returns members, keys and the other actors of the visible entries; staff may not list the keys. */
function useActorOptions(chosen: string | undefined, shown: AuditEntry[]) {
  const members = trpc.team.list.useQuery().data?.members ?? []
  const isOwner = members.some(({ isYou, role }) => isYou && role === 'owner')
  const keys = trpc.apiKeys.list.useQuery(undefined, { enabled: isOwner }).data ?? []
  const labels = new Map([
    ...(chosen === undefined ? [] : [[chosen, chosen] as const]),
    ...shown.map((entry) => [entry.actor, labelOf(entry)] as const),
    ...members.flatMap(({ userId, name, email }) =>
      name || email ? [[`user:${userId}`, name ?? email ?? ''] as const] : [],
    ),
    ...keys.map(({ id, name }) => [`key:${id}`, keyLabel(name)] as const),
  ])
  return [
    { value: '', label: texts.allActors },
    ...[...labels]
      .map(([value, label]) => ({ value, label }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
  ]
}

const keyLabel = (name: string): string => `${name} (${texts.kinds.key})`

/** Adds the job's name, because all jobs share the label of the system. */
function labelOf({ actor, actorLabel }: AuditEntry): string {
  if (actor.startsWith('key:')) return keyLabel(actorLabel)
  return actor.startsWith('system:') ? `${actorLabel} (${actor.slice(7)})` : actorLabel
}

const actionOptions = (chosen: string | undefined) => [
  { value: '', label: texts.allActions },
  ...(chosen === undefined || chosen in texts.actions
    ? []
    : [{ value: chosen, label: actionWords(chosen) }]),
  ...Object.entries(texts.actionGroups).map(([group, actions]) => ({
    group,
    items: Object.entries(actions).map(([value, label]) => ({ value, label })),
  })),
]

export const noAuditFilter: AuditSearch = {
  action: undefined,
  actor: undefined,
  objectId: undefined,
  from: undefined,
  to: undefined,
}

export const isNarrowed = (search: AuditSearch): boolean =>
  Object.values(search).some((value) => value !== undefined)
