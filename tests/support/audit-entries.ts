import type { TestApp } from './test-app.ts'

/** An audit entry without its ID and time, so that tests can compare it with an expected one. */
export type AuditRow = {
  merchantId: string
  actor: string
  action: string
  objectId: string
  before: unknown
  after: unknown
  address: string | null
  requestId: string
}

const parseJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

/** Returns the audit entries of all merchants, oldest first. */
export async function auditEntries({ db }: TestApp): Promise<AuditRow[]> {
  const rows = await db.selectFrom('auditLog').selectAll().orderBy('id').execute()
  return rows.map(({ id: _, at: __, before, after, ...row }) => ({
    ...row,
    before: parseJson(before),
    after: parseJson(after),
  }))
}

/** Returns the audit entries added while `work` ran. Throws when an earlier entry has changed. */
export async function auditEntriesOf(
  app: TestApp,
  work: () => Promise<unknown>,
): Promise<AuditRow[]> {
  const before = await auditEntries(app)
  await work()
  const after = await auditEntries(app)
  if (JSON.stringify(after.slice(0, before.length)) !== JSON.stringify(before)) {
    throw new Error('an earlier entry has changed')
  }
  return after.slice(before.length)
}
