import { ALL_EVENTS, type EventType, eventTypes, firstEventTypes } from './event-type.schema.ts'

/**
 * Returns an endpoint's filter as it is stored: the chosen types, joined by commas. Connection tests are always
 * included.
 */
export const filterOf = (chosen: readonly EventType[]): string =>
  eventTypes.filter((type) => type === 'integration.test' || chosen.includes(type)).join()

/**
 * Returns the names of the types in a filter. Null is the filter of an endpoint saved before types could be chosen,
 * which receives the types of that time.
 */
function typeNamesOf(filter: string | null): readonly string[] {
  if (filter === null) return firstEventTypes
  return filter === ALL_EVENTS ? eventTypes : filter.split(',')
}

/** Returns whether an endpoint with this filter receives events of the type. */
export const acceptsType = (filter: string | null, type: EventType): boolean =>
  typeNamesOf(filter).includes(type)

/** Returns the types of a filter in their usual order. Types that only a newer release has are left out. */
export const typesIn = (filter: string | null): EventType[] =>
  eventTypes.filter((type) => typeNamesOf(filter).includes(type))
