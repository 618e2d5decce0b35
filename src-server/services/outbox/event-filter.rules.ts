import { type EventType, eventTypes, firstEventTypes } from './event-type.schema.ts'

/** How the types that were chosen are stored. A test of the connection always goes out. */
export const filterOf = (chosen: readonly EventType[]): string =>
  eventTypes.filter((type) => type === 'integration.test' || chosen.includes(type)).join()

/** Null is an endpoint from before types could be chosen: it is told of those that there were then. */
const named = (filter: string | null): readonly string[] =>
  filter === null ? firstEventTypes : filter.split(',')

/** Whether an endpoint with this filter is told of the type. */
export const admits = (filter: string | null, type: EventType): boolean =>
  named(filter).includes(type)

/** In the order of all types. One that a newer release knew is left out. */
export const typesIn = (filter: string | null): EventType[] =>
  eventTypes.filter((type) => named(filter).includes(type))
