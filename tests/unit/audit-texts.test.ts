import { expect, test } from 'vitest'
import { auditLog } from '#client/texts/en/audit-log.ts'
import { auditActions } from '#server/services/audit/audit-actions.ts'

test('the page has words for everything that the audit log may say, and offers nothing else', () => {
  expect(Object.keys(auditLog.actions).toSorted()).toEqual([...auditActions].toSorted())
})
