import { type Setting, type SettingGroup, settingGroups } from '#server/config/settings.ts'

const COMMAND = 'npm run settings'
const WIDTH = 100

const defaultOf = ({ fallback, otherwise }: Setting) =>
  fallback === undefined ? (otherwise ?? 'none') : `\`${fallback}\``

const SECRECY = { yes: 'yes', password: 'with a password in it' }

const row = (setting: Setting) => {
  const { name, meaning, example, neededBy, secret } = setting
  const cells = [
    `\`${name}\``,
    defaultOf(setting),
    meaning,
    example === undefined ? '' : `\`${example}\``,
    neededBy,
    secret ? SECRECY[secret] : 'no',
  ]
  return `| ${cells.join(' | ')} |`
}

const section = ({ title, settings }: SettingGroup) =>
  [
    `## ${title}`,
    '',
    '| setting | default | what it does | example | who needs it | secret |',
    '|---|---|---|---|---|---|',
    ...settings.map(row),
  ].join('\n')

const HEAD = `# Settings

Environment variables, also from a file \`.env\` in the project's folder (\`cp .env.example .env\`). Each has
a default, so none has to be set. The server reads them once, when it starts; a wrong one stops the start
with its name, what was given and what is expected. [Operating](operating.md) says which to set in
production.

This page is written from \`src-server/config/\` by \`${COMMAND}\`.`

/** Returns the text of docs/settings.md. */
export const settingsPage = () => `${[HEAD, ...settingGroups().map(section)].join('\n\n')}\n`

/** Wraps text into lines of at most `width` characters. */
function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

const toPlainText = (markdown: string) =>
  markdown.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 (docs/$2)')

const exampleLines = (setting: Setting) => {
  const { name, meaning, example, otherwise, neededBy, fallback = '' } = setting
  const comment = [
    meaning,
    `Who needs it: ${neededBy}.`,
    ...(otherwise === undefined ? [] : [`Default: ${otherwise}.`]),
    ...(example === undefined ? [] : [`Example: ${example}`]),
  ].flatMap((text) => wrapText(toPlainText(text), WIDTH - 2))
  return [...comment, `${name}=${fallback}`].map((line) => `# ${line}`).join('\n')
}

/** Returns the text of .env.example, in which each line shows its default and is commented out. */
export const envExample = () =>
  `${[
    `# Every setting has a default: Incasso starts without this file. Written by ${COMMAND}.
# Copy it to .env and take the leading # away where you want another value.`,
    ...settingGroups().flatMap(({ title, settings }) => [
      `# --- ${title} ---`,
      ...settings.map(exampleLines),
    ]),
  ].join('\n\n')}\n`

/** Returns the settings of the dashboard's template; a setting needs a default only if the template sets no value. */
export const templateSettings = () =>
  settingGroups()
    .flatMap(({ settings }) => settings)
    .map(({ name, italian, template, fallback }) => ({
      name,
      about: italian,
      ...(template && { set: template }),
      ...(fallback !== undefined && !template && { fallback }),
    }))

/** Returns the source of env-settings.ts, before it is formatted. */
export const templateModule = () => `// Written from src-server/config/ by ${COMMAND}.
import type { EnvironmentName } from '#server/features/environment/environment.schema.ts'

export type EnvSetting = {
  name: string
  about: string
  /** Values that the template sets; people fill in an empty one. Without a value, the line is commented out. */
  set?: Partial<Record<EnvironmentName, string>>
  /** The value that the server uses when the line is missing. */
  fallback?: string
}

/** Every environment variable of the server, without secret values. */
export const envSettings: readonly EnvSetting[] = ${JSON.stringify(templateSettings(), null, 2)}
`
