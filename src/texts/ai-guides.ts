export { aiGuides, clerkProduction, clerkMigration } from './it/ai-guides.ts'
