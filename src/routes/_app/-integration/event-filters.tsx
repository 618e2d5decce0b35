import { Group, NativeSelect } from '@mantine/core'
import { EventStatus, EventType, eventTypes } from '#server/features/webhooks/webhooks.schema.ts'
import { webhookEvents as texts } from '../../../texts/webhook-events.ts'
import classes from './integration.module.css'
import type { EventFilter } from './integration-search.ts'

type Props = { filter: EventFilter; onChange: (changed: Partial<EventFilter>) => void }

const statusOptions = [
  { value: '', label: texts.allStatuses },
  ...EventStatus.options.map((value) => ({ value, label: texts.statuses[value] })),
]

const typeOptions = [
  { value: '', label: texts.allTypes },
  ...eventTypes.map((value) => ({ value, label: value })),
]

export function EventFilters({ filter: { status, type }, onChange }: Props) {
  return (
    <Group gap="sm" role="search" aria-label={texts.filters}>
      <NativeSelect
        label={texts.status}
        className={classes.choice}
        data={statusOptions}
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: EventStatus.safeParse(value).data })
        }
      />
      <NativeSelect
        label={texts.type}
        className={classes.choice}
        data={typeOptions}
        value={type ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ type: EventType.safeParse(value).data })
        }
      />
    </Group>
  )
}
