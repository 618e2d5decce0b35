import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventTypes } from '#server/services/outbox/event-type.schema.ts'

test('docs/webhooks.md describes when each type of event is sent', () => {
  const docs = readFileSync('docs/webhooks.md', 'utf8')
  const rows = [...docs.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| \S/gm)].map(([, type]) => type)

  expect(rows.toSorted()).toEqual([...eventTypes].toSorted())
})
