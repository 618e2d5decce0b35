export { printedReceipt } from './en/printed-receipt.ts'
