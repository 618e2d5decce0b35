import { Text, Timeline } from '@mantine/core'
import { Section } from '#client/components/section.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { disputePages as texts } from '#client/texts/en/dispute-pages.ts'
import type { DisputeDetail } from '#server/features/disputes/disputes.schema.ts'

/**
 * Steps of the bank, which change the state. The merchant's steps, such as a response, do not, so no state is shown
 * next to them.
 */
const bankSteps: ReadonlySet<string> = new Set(['opened', 'updated', 'closed'])

export function DisputeHistory({ dispute: { events } }: { dispute: DisputeDetail }) {
  const { timezone } = useSignedIn().merchant
  return (
    <Section title={texts.history}>
      <Timeline active={events.length} bulletSize={16} lineWidth={2}>
        {events.map(({ at, type, state }) => (
          <Timeline.Item key={`${at} ${type} ${state}`} title={texts.events[type]}>
            <Text size="xs" c="dimmed" component="div">
              <DateText at={at} timezone={timezone} isBrief />
              {bankSteps.has(type) && ` · ${texts.states[state]}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  )
}
