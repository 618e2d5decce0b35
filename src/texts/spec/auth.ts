export { auth } from '../it/auth.ts'
