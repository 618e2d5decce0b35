export { aiGuides, clerkMigration, clerkProduction } from '../it/ai-guides.ts'
