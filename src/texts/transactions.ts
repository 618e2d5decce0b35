export { transactions } from './en/transactions.ts'
