import type { ApiVersion } from '#server/shared/api-version.ts'
import type { EventType } from './event-type.schema.ts'

export type EventContent = { id: string; type: EventType; createdAt: string; data: object }

/** Returns the body of an event, in the format of the version that the merchant's integration uses. */
export const payloadOf = ({ id, type, createdAt, data }: EventContent, version: ApiVersion) =>
  JSON.stringify(
    version === 'v1'
      ? { id, eventType: type, createdAt, data }
      : { type, timestamp: createdAt, data },
  )
