import { type EventType, eventTypes, firstEventTypes } from './event-type.schema.ts'

/** Returns the stored form of the chosen types. A connection test is always sent. */
export const filterOf = (chosen: readonly EventType[]): string =>
  eventTypes.filter((type) => type === 'integration.test' || chosen.includes(type)).join()

/** Null marks an endpoint saved before types could be chosen: it receives the types that existed then. */
const typeNamesOf = (filter: string | null): readonly string[] =>
  filter === null ? firstEventTypes : filter.split(',')

/** Returns whether an endpoint with this filter receives events of the type. */
export const acceptsType = (filter: string | null, type: EventType): boolean =>
  typeNamesOf(filter).includes(type)

/** Returns the types in the order of all types, without those that only a newer release knows. */
export const typesIn = (filter: string | null): EventType[] =>
  eventTypes.filter((type) => typeNamesOf(filter).includes(type))
