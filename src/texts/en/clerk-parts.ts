export { enUS as clerkParts } from '@clerk/localizations/en-US'
