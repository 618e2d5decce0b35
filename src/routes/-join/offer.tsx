import { Stack, Text, Title } from '@mantine/core'
import type { OfferedMembership } from '#server/features/team/team.schema.ts'
import { viewerTimezone } from '../../lib/format.ts'
import { join } from '../../texts/join.ts'

const untilIn = (timeZone: string) =>
  new Intl.DateTimeFormat('it-IT', { timeZone, dateStyle: 'long', timeStyle: 'short' })

/** Who invites, and as what. */
export function Offer({ businessName, role, expiresAt }: OfferedMembership) {
  return (
    <Stack gap={4} ta="center">
      <Text size="sm" c="dimmed">
        {join.invites}
      </Text>
      <Title order={2}>{businessName}</Title>
      <Text mt="xs">{join.roles[role]}</Text>
      <Text size="sm" c="dimmed">
        {join.until(untilIn(viewerTimezone()).format(new Date(expiresAt)))}
      </Text>
    </Stack>
  )
}
