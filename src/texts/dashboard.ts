export { dashboard } from './en/dashboard.ts'
