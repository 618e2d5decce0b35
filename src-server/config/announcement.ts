import type { Config } from './config.ts'

type AnnouncedConfig = Pick<Config, 'appUrl' | 'environment' | 'clerk' | 'openai'>

/** As the page decides it, by the name that it was opened under. */
const isDevelopmentHost = (hostname: string): boolean => /localhost|replit/i.test(hostname)

const line = (name: string, value: string) => `  ${name.padEnd(18)}${value}`

/** Where people find what has started: which address is which app, and what stands behind it. */
export function announcement({ appUrl, environment, clerk, openai }: AnnouncedConfig): string[] {
  const { hostname, port } = new URL(appUrl)
  const full = line('full app', `${appUrl}   start here`)
  const development = (url: string) =>
    line('development app', `${url}   the same pages without guards, a session of its own`)
  const addresses = isDevelopmentHost(hostname)
    ? [development(appUrl)]
    : [full, ...(environment === 'development' ? [development(`http://localhost:${port}`)] : [])]
  return [
    ...addresses,
    line('sign-in', clerk ? `Clerk (${clerk.frontendApi})` : 'e-mail and password, kept here'),
    line(
      'AI',
      openai ? `${openai.model} at ${new URL(openai.baseUrl).host}` : 'built-in analyst, no model',
    ),
  ]
}
