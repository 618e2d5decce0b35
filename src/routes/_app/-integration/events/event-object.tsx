import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '#client/lib/words/format.ts'
import { trpc } from '#client/trpc.ts'
import type { EventObject } from '#server/features/webhooks/webhooks.schema.ts'
import classes from '../integration.module.css'

/** Returns the object of each event by event ID. The list works without it. */
export function useEventObjects(ids: string[]): ReadonlyMap<string, EventObject> {
  const { data } = trpc.webhooks.objects.useQuery({ ids }, { enabled: ids.length > 0 })
  return new Map(data?.map((object) => [object.eventId, object]))
}

/** A link to the event's payment, as "$12.50 · TXN-…", or to its customer. */
export function EventObjectLink({ object: { kind, key, name, sum } }: { object: EventObject }) {
  return (
    <Anchor
      size="xs"
      className={classes.object}
      renderRoot={(props) =>
        kind === 'payment' ? (
          <Link {...props} to="/transactions/$transactionId" params={{ transactionId: key }} />
        ) : (
          <Link {...props} to="/customers/$customerId" params={{ customerId: key }} />
        )
      }
    >
      {sum && `${formatMoney(sum.amount, sum.currency)} · `}
      {name || <span className={classes.objectKey}>{key}</span>}
    </Anchor>
  )
}
