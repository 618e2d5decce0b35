export { environment } from '../it/environment.ts'
