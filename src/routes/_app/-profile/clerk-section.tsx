import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Section } from '#client/components/section.tsx'
import { retryClerk, useClerkState } from '#client/lib/clerk/clerk-link.ts'
import { ClerkSlot, type SlotContent } from '#client/lib/clerk/clerk-slots.tsx'
import { profile } from '#client/texts/en/profile.ts'

const texts = profile.clerk

const account: SlotContent = { kind: 'account' }
const HEIGHT = '30rem'

/** Name, password, second factor and sessions, managed by Clerk. */
export function ClerkSection() {
  const clerk = useClerkState()
  if (clerk.name === 'loading') return <Skeleton height={HEIGHT} radius="lg" aria-busy />
  // Clerk's component renders its own card.
  if (clerk.name === 'ready') return <ClerkSlot content={account} mih={HEIGHT} />
  return (
    <Section title={texts.title}>
      <Text size="sm">{texts.text}</Text>
      <Alert color="red" role="alert" mt="md" icon={<IconAlertCircle aria-hidden />}>
        {texts.failed}
      </Alert>
      <Group mt="md">
        <Button variant="default" onClick={retryClerk}>
          {texts.retry}
        </Button>
      </Group>
    </Section>
  )
}
