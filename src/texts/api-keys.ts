export { apiKeys } from './en/api-keys.ts'
