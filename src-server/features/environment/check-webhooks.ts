import type { World } from '#server/core/context.ts'
import type { Membership } from '#server/core/merchant.ts'
import { countWebhookEvents } from '#server/services/outbox/events.queries.ts'
import {
  findIntegration,
  INTEGRATION_ENDPOINT,
} from '#server/services/outbox/integrations.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { findOldestWaitingEvent, findOverdueEvent } from './environment.queries.ts'
import {
  failingFinding,
  healthyFinding,
  unknownFinding,
  warningFinding,
} from './environment.rules.ts'
import { type EnvironmentCheck, notInUse } from './environment.schema.ts'

const MAX_COUNTED = 1000
const OVERDUE_MS = 60_000

type Options = Pick<World, 'db' | 'now'> & { findMembership: () => Promise<Membership | undefined> }

/** Checks the merchant's own endpoint, and how long its events wait. */
export async function checkWebhooks(options: Options): Promise<EnvironmentCheck> {
  const { db, now } = options
  const membership = await options.findMembership()
  if (!membership) {
    return {
      ...unknownFinding('You have no merchant yet.', 'Complete the onboarding.'),
      details: [],
    }
  }
  const merchantId = membership.merchant.id
  const integration = await findIntegration(db, { merchantId })
  if (!integration?.webhookUrl) {
    return { ...healthyFinding(notInUse.webhooks), details: [] }
  }
  const endpoint = { merchantId, endpointId: INTEGRATION_ENDPOINT }
  const [waiting, oldest, overdue] = await Promise.all([
    countWebhookEvents(db, { ...endpoint, status: 'retry', upTo: MAX_COUNTED }),
    findOldestWaitingEvent(db, endpoint),
    findOverdueEvent(db, { merchantId, before: toIso(now() - OVERDUE_MS) }),
  ])
  const { disabledAt, failingSince, webhookUrl } = integration
  return {
    ...judgeEndpoint({ disabledAt, failingSince, isBehind: overdue !== undefined, waiting }),
    details: [
      { label: 'Endpoint', value: new URL(webhookUrl).host },
      { label: 'Waiting', value: `${waiting}${waiting === MAX_COUNTED ? ' or more' : ''}` },
      ...(oldest ? [{ label: 'Oldest waits for', value: formatAge(now(), oldest.createdAt) }] : []),
    ],
  }
}

type Endpoint = {
  disabledAt: string | null
  failingSince: string | null
  isBehind: boolean
  waiting: number
}

function judgeEndpoint({ disabledAt, failingSince, isBehind, waiting }: Endpoint) {
  if (disabledAt !== null) {
    return failingFinding(
      'The endpoint was disabled: it failed for five days, or it responded with 410 Gone.',
      'Repair it, then save its address again under API Integration and send the failed events again.',
    )
  }
  if (failingSince !== null) {
    return warningFinding(
      'The endpoint fails: its last responses were errors.',
      'Look at the latest webhook events under API Integration: each attempt shows its response.',
    )
  }
  if (isBehind) {
    return warningFinding(
      'Events wait for longer than they should.',
      'Look at the log of the server: the process that sends events may have stopped. Restart it.',
    )
  }
  return healthyFinding(
    waiting > 0 ? 'Events are on their way.' : 'Every event has been delivered.',
  )
}

function formatAge(nowMs: number, since: string): string {
  const minutes = Math.floor((nowMs - Date.parse(since)) / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.floor(minutes / 60)} hours`
}
