export type { SetupStep } from './it/clerk-setup.ts'
export { clerkSetup } from './it/clerk-setup.ts'
