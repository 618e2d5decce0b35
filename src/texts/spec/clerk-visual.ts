export { clerkVisual } from '../it/clerk-visual.ts'
