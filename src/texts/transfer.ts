export { transfer } from './en/transfer.ts'
