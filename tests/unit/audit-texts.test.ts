import { expect, test } from 'vitest'
import { auditLog } from '#client/texts/en/audit-log.ts'
import { auditActions } from '#server/services/audit/audit-actions.ts'

test('the page has words for every action of the audit log, and offers no other', () => {
  expect(Object.keys(auditLog.actions).toSorted()).toEqual([...auditActions].toSorted())
})
