export { itIT as clerkParts } from '@clerk/localizations/it-IT'
