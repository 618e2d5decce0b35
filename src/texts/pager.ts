export { pager } from './en/pager.ts'
