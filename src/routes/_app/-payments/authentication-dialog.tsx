import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { payments } from '#client/texts/en/payments.ts'
import { CopyUrl } from './copy-url.tsx'
import type { PendingAuthentication } from './use-authentication.ts'

const texts = payments.script.proof

/** Shown while the bank authenticates the customer in its own window on top. Offers the alternatives. */
export function AuthenticationDialog({ url, leave }: PendingAuthentication) {
  return (
    <Dialog title={texts.title} onClose={undefined}>
      <Stack gap="md">
        <Text size="sm">{texts.text}</Text>
        {url !== null && <Text size="sm">{texts.elsewhere}</Text>}
        <Text size="sm" c="dimmed">
          {texts.open}
        </Text>
        <Group justify="flex-end" gap="sm">
          {url !== null && <CopyUrl url={url} />}
          <Button variant="default" onClick={leave}>
            {texts.leave}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
