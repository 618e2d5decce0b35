import { Text } from '@mantine/core'
import { useNow } from '#client/lib/words/days.ts'
import { formatElapsed } from '#client/lib/words/format.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'

export type NotificationStatusWords = {
  byEvents: (elapsed: string) => string
  byPolling: (elapsed: string) => string
  notPolled: string
  unheard: string
}

type Props = { account: ProcessorAccount; words: NotificationStatusWords }

/**
 * Shows how outcomes of payments arrive from a processor: by events, when an endpoint is set up or an event arrived
 * after the last poll; otherwise by polling.
 */
export function NotificationStatus({ account, words }: Props) {
  const { webhook, heardAt, polledAt } = account
  const now = Date.parse(useNow(1000))
  const since = (at: string) => formatElapsed(Math.max(0, now - Date.parse(at)))
  if (heardAt !== null && (webhook !== 'none' || polledAt === null || heardAt > polledAt)) {
    return words.byEvents(since(heardAt))
  }
  return (
    <>
      {polledAt === null ? words.notPolled : words.byPolling(since(polledAt))}
      {webhook !== 'none' && (
        <Text size="sm" c="dimmed">
          {words.unheard}
        </Text>
      )}
    </>
  )
}
