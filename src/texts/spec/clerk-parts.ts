/** Texts of Clerk's own components. In the mix of two languages they are Italian, like the pages around them. */
export { clerkParts } from '../it/clerk-parts.ts'
