export { requestLog } from './en/request-log.ts'
