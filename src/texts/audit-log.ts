export { auditLog } from './en/audit-log.ts'
