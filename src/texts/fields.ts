export { amounts, dateFilter } from './en/fields.ts'
