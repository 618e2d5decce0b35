import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconSend } from '@tabler/icons-react'
import { eventTypes } from '#server/features/webhooks/webhooks.schema.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { webhookEvents } from '../../../texts/webhook-events.ts'
import { trpc } from '../../../trpc.ts'

const texts = webhookEvents.sendTest

export function TestEventMenu() {
  const { mutate, isPending } = trpc.webhooks.test.useMutation({
    onSuccess: ({ eventType }) => notify.success(texts.sent(eventType)),
    onError: (error) =>
      notify.error({ title: webhookEvents.failed, message: readProblem(error).detail }),
  })
  return (
    <Menu position="bottom-end" portalProps={{ target: '#content' }}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          leftSection={<IconSend size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {texts.open}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {eventTypes.map((eventType) => (
          <Menu.Item key={eventType} onClick={() => mutate({ eventType })}>
            {eventType}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
