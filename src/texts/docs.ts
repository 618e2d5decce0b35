export type { ServiceStatus } from './en/docs.ts'
export { docs } from './en/docs.ts'
