export type { EnvironmentCard } from '../it/environment.ts'
export { environment } from '../it/environment.ts'
