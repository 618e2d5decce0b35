export const GUIDE_SOURCES: readonly string[]
