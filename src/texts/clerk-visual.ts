export type { SceneId } from './it/clerk-visual.ts'
export { clerkVisual } from './it/clerk-visual.ts'
