export { refunds } from './en/refunds.ts'
