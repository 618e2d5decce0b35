export { clerkSetup } from '../it/clerk-setup.ts'
