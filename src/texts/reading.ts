export { reading } from './en/reading.ts'
