export { integration } from './en/integration.ts'
