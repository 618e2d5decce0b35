export { payments } from './en/payments.ts'
