export { stuckRefunds } from './en/stuck-refunds.ts'
