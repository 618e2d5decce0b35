import type { EnvironmentName } from '#server/features/environment/environment.schema.ts'
import { type EnvSetting, envSettings } from './env-settings.ts'

/** Returns an environment's .env template without secrets, to be completed. */
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

/** Has no leading dot, because browsers remove it from file names; the person adds it. */
export const envFileName = (environment: EnvironmentName) => `incasso-${environment}.env`
