export function foreignProcessor(path: string, text: string): string | undefined
