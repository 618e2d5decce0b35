export { authMore } from '../it/auth-more.ts'
