export const packagesApart: readonly string[]
