import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import { auditActions } from '#server/services/audit/audit-actions.ts'
import { merchant } from '../merchants/merchants.docs.ts'
import type { auditLogRouter } from './audit-log.router.ts'
import { AuditEntry, DoneAction, ExportAuditLog } from './audit-log.schema.ts'

const csv = [
  'Id,Date (Europe/Rome),Date (UTC),Who,Actor,Action,Object,Before,After,Address,Request ID',
  'aud_01KGA4N5P6Q7R8S9T0V1W2X3Y4,2026-01-31 21:00:00,2026-01-31T20:00:00.000Z,Ada Rossi,user:Yb3kq9ZrT1,customer.erased,cus_01K94B7C8D1A2B3C4D5E6F7G8H,,,203.0.113.7,req_8Zk2mQ4xT7vB1nC5',
  '',
].join('\r\n')

export const auditLogDocs = {
  tag: { name: 'Audit log', description: 'Changes, with their authors. For signed-in people.' },
  parameters: {
    action: {
      description: 'Only this kind of change, such as `customer.erased`',
      example: 'customer.erased',
    },
    from: { example: '2026-01-01' },
    to: { example: '2026-01-31' },
    limit: { description: 'Rows in a page' },
    cursor: { description: 'Cursor from the previous page; stable while rows are added' },
  },
  outputs: {
    AuditEntry: describeSchema(AuditEntry, {
      description: 'A change with its author.',
      fields: {
        actor: 'Author of the change: `user:…`, `key:…` or `system:…`',
        actorLabel: 'The name of that person or key, for people to read; not an identity',
        action: 'Name of the change, such as `customer.erased`',
        objectId: 'Id of the changed object',
        before: 'Changed fields before the change',
        after: 'Changed fields after the change',
        address: 'IP address of the request',
        requestId: 'Id of the request that made the change',
      },
      example: {
        id: 'aud_01KGA4N5P6Q7R8S9T0V1W2X3Y4',
        at: '2026-01-31T20:00:00.000Z',
        actor: 'user:Yb3kq9ZrT1',
        actorLabel: 'Ada Rossi',
        action: 'merchant.updated',
        objectId: merchant.id,
        before: { businessPhone: '+39 0521 000000' },
        after: { businessPhone: '+39 0521 123456' },
        address: '203.0.113.7',
        requestId: 'req_8Zk2mQ4xT7vB1nC5',
      },
    }),
  },
  refinements: [[DoneAction, { enum: auditActions }]],
  streams: {
    export: {
      kind: 'file',
      path: '/api/audit-log/export',
      input: ExportAuditLog,
      summary: 'Export the audit log',
      description:
        'A CSV of exactly what the filter finds, newest first, however many entries, in UTF-8 with a byte order mark.',
      isForPeople: true,
      example: csv,
    },
  },
} satisfies DocsOf<typeof auditLogRouter>
