export { confirmation } from './en/confirmation.ts'
