import { shell as english } from '../en/shell.ts'
import { shell as italian } from '../it/shell.ts'

/** In the mix of languages, the shell is English, except for Italian words in the header and the sidebar. */
export const shell = {
  ...english,
  strip: { it: italian.strip.it, en: english.strip.en },
  greeting: italian.greeting,
  authenticated: italian.authenticated,
  notAuthenticated: italian.notAuthenticated,
  titles: {
    ...english.titles,
    payments: 'Process Payment',
    transactions: 'Transaction History',
    customers: 'Customer Management',
    analytics: 'Analytics & Reports',
    integration: 'API Integration',
    onboarding: 'Configurazione Account',
    auditLog: 'Audit Log',
  },
  pages: { ...english.pages, integration: 'API Integration' },
  development: italian.development,
  developmentPages: {
    openaiTest: 'Test OpenAI',
    openaiConfig: 'Config OpenAI',
    clerkSetup: 'Setup Clerk',
    clerkGuide: 'Clerk Guide',
    environments: 'Gestione Ambienti',
  },
} as const

export { live, palette, unsaved } from '../en/shell.ts'
