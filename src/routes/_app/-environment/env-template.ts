import type { EnvironmentName } from '#server/features/environment/environment.schema.ts'
import { type EnvSetting, envSettings } from './env-settings.ts'

/** A file of variables for an environment, to be completed: it holds no secret. */
export function envTemplate(environment: EnvironmentName): string {
  const head = [
    `# Incasso, ambiente ${environment}`,
    '# Completa i valori vuoti, togli # dalle righe che ti servono e salva come .env',
    '# accanto a package.json. Con i segreti dentro, non mandarlo e non registrarlo in Git.',
  ]
  const lines = envSettings.map((setting) => linesOf(setting, environment))
  return `${[head.join('\n'), ...lines].join('\n\n')}\n`
}

function linesOf({ name, about, set, fallback = '' }: EnvSetting, environment: EnvironmentName) {
  const value = set?.[environment]
  const line = value === undefined ? `# ${name}=${fallback}` : `${name}=${value}`
  return `# ${about}\n${line}`
}

/** Browsers drop a dot at the beginning of a name, so it is added when the file is put in its place. */
export const envFileName = (environment: EnvironmentName) => `incasso-${environment}.env`
