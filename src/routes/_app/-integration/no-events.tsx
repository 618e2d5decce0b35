import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../components/empty-state.tsx'
import { webhookEvents as texts } from '../../../texts/webhook-events.ts'
import { useEndpoint } from './use-integration.ts'

/** Nothing has happened yet, or nothing can, for want of an address. */
export function NoEvents() {
  const hasNoUrl = useEndpoint() === 'none'
  return (
    <EmptyState
      icon={<IconWebhook size={28} stroke={1.5} aria-hidden />}
      title={texts.empty}
      text={hasNoUrl ? texts.noUrl : texts.emptyHelp}
      action={
        hasNoUrl && (
          <Button
            variant="default"
            mt="xs"
            renderRoot={(props) => (
              <Link {...props} to="." search={{ tab: 'overview' }} hash="configuration" />
            )}
          >
            {texts.setUrl}
          </Button>
        )
      }
    />
  )
}
