export { join } from '../it/join.ts'
