import type { Config } from './config.ts'

type AnnouncedConfig = Pick<Config, 'appUrl' | 'environment' | 'clerk' | 'openai'>

/** Returns whether a page under this host name is the development app; the dashboard applies the same rule. */
const isDevelopmentHost = (hostname: string): boolean => /localhost|replit/i.test(hostname)

const line = (name: string, value: string) => `  ${name.padEnd(18)}${value}`

/** Returns the lines to print after a start: the URL of each app, and the services behind it. */
export function announcementLines({
  appUrl,
  environment,
  clerk,
  openai,
}: AnnouncedConfig): string[] {
  const { hostname, port } = new URL(appUrl)
  const full = line('full app', `${appUrl}   start here`)
  const development = (url: string) =>
    line('development app', `${url}   the same pages without guards, a session of its own`)
  const appLines = isDevelopmentHost(hostname)
    ? [development(appUrl)]
    : [full, ...(environment === 'development' ? [development(`http://localhost:${port}`)] : [])]
  return [
    ...appLines,
    line('sign-in', clerk ? `Clerk (${clerk.frontendApi})` : 'e-mail and password, kept here'),
    line(
      'AI',
      openai ? `${openai.model} at ${new URL(openai.baseUrl).host}` : 'built-in analyst, no model',
    ),
  ]
}
