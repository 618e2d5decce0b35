import { writeFileSync } from 'node:fs'
import { envExample, settingsPage, templateModule } from './settings/pages.ts'

/** Writes the generated documentation of the settings. */
const root = new URL('../', import.meta.url)

for (const [file, text] of [
  ['docs/settings.md', settingsPage()],
  ['.env.example', envExample()],
  ['src/routes/_app/-environment/env-settings.ts', templateModule()],
] as const) {
  writeFileSync(new URL(file, root), text)
}
