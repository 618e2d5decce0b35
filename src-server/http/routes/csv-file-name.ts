/** Names the day and the filter, so that two exports in a folder tell what they hold. */
export function csvFileName(name: string, day: string, filter: object): string {
  const parts = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}-${String(value).replace(/[^\w.-]+/g, '_')}`)
  return [name, day, ...parts].join('_').slice(0, 150).concat('.csv')
}
