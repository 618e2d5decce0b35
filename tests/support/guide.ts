import { readFileSync } from 'node:fs'

/** The guide for operators, whose commands tests run. */
export const operatingGuide = new URL('../../docs/operating.md', import.meta.url)

/** Returns the shell commands in a section of a guide, in order. */
export function shellBlocks(guide: URL, heading: string): string[] {
  const text = readFileSync(guide, 'utf8')
  const section = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`${guide.pathname} has no section “${heading}”`)
  return [...section.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, code = '']) =>
    code.replaceAll(/^ +/gm, ''),
  )
}
