/** The words of Clerk's own parts; in the mix of two languages they are Italian, as the pages around them. */
export { clerkParts } from '../it/clerk-parts.ts'
