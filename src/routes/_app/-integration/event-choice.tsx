import { Checkbox, Stack } from '@mantine/core'
import { integration } from '#client/texts/en/integration.ts'
import { type EventType, eventTypes } from '#server/services/outbox/event-type.schema.ts'

const texts = integration.configuration

/** Event types that can be chosen; `integration.test` cannot be left out, so it is not among them. */
const choosable = eventTypes.filter((type) => type !== 'integration.test')

/** Returns the chosen types as one text, so that equal selections compare as equal. */
export const joinTypes = (types: readonly string[]): string =>
  choosable.filter((type) => types.includes(type)).join()

export const typesOf = (events: string): EventType[] =>
  choosable.filter((type) => events.split(',').includes(type))

type Props = {
  events: string
  error: string | undefined
  isOwner: boolean
  onChange: (events: string) => void
}

export function EventChoice({ events, error, isOwner, onChange }: Props) {
  return (
    <Checkbox.Group
      label={texts.events}
      description={texts.eventsHelp}
      error={error}
      value={typesOf(events)}
      onChange={(types) => onChange(joinTypes(types))}
    >
      <Stack gap="xs" mt="xs">
        {choosable.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={texts.eventNames[type]}
            description={type}
            disabled={!isOwner}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
