export { onboarding } from '../it/onboarding.ts'
