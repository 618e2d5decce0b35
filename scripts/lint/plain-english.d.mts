/** Returns the first image in a text; undefined where there is none. */
export function imageIn(text: string): string | undefined
