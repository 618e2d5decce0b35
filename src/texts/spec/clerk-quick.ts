export { clerkQuick } from '../it/clerk-quick.ts'
