import type { guides as originalGuides, outside as originalOutside } from '../it/guides.ts'
import { outside as italian } from '../it/guides.ts'
import type { Words } from '../words.ts'

export const guides: Words<typeof originalGuides> = {
  newTab: '(opens in a new tab)',
  copy: (what: string) => `Copy ${what}`,
  copied: { title: 'Copied', message: (what: string) => `On the clipboard: ${what}.` },
  notCopied: {
    title: 'Not copied',
    message: 'The browser does not allow it here: select the text and copy it by hand.',
  },
  show: (what: string) => `Show ${what}`,
  hide: (what: string) => `Hide ${what}`,
  done: 'done',
  toDo: 'to do',
  links: 'Links',
}

const labels: Record<keyof typeof originalOutside, string> = {
  dashboard: 'Clerk dashboard',
  signUp: 'Create a Clerk account',
  apiKeys: '“API keys” page',
  domains: '“Domains” page',
  signInOptions: '“User & authentication” page',
  connections: '“SSO connections” page',
  setupDocs: 'Documentation: first steps',
  googleDocs: 'Documentation: sign-in with Google',
  instanceDocs: 'Documentation: instances and environments',
  productionDocs: 'Documentation: going to production',
  googleConsole: 'Google Cloud console',
}

const inEnglish = (name: keyof typeof originalOutside) => ({
  label: labels[name],
  href: italian[name].href,
})

export const outside: Words<typeof originalOutside> = {
  dashboard: inEnglish('dashboard'),
  signUp: inEnglish('signUp'),
  apiKeys: inEnglish('apiKeys'),
  domains: inEnglish('domains'),
  signInOptions: inEnglish('signInOptions'),
  connections: inEnglish('connections'),
  setupDocs: inEnglish('setupDocs'),
  googleDocs: inEnglish('googleDocs'),
  instanceDocs: inEnglish('instanceDocs'),
  productionDocs: inEnglish('productionDocs'),
  googleConsole: inEnglish('googleConsole'),
}
