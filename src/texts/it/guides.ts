/** Texts that the setup guides share. */
export const guides = {
  newTab: '(si apre in una nuova scheda)',
  copy: (what: string) => `Copia ${what}`,
  copied: { title: 'Copiato!', message: (what: string) => `Negli appunti: ${what}.` },
  notCopied: {
    title: 'Non copiato',
    message: 'Il browser non lo permette qui: seleziona il testo e copialo a mano.',
  },
  show: (what: string) => `Mostra ${what}`,
  hide: (what: string) => `Nascondi ${what}`,
  done: 'completato',
  toDo: 'da fare',
  links: 'Collegamenti',
} as const

/** Links of the guides to other sites. */
export const outside = {
  dashboard: { label: 'Dashboard di Clerk', href: 'https://dashboard.clerk.com/' },
  signUp: { label: 'Crea un account Clerk', href: 'https://dashboard.clerk.com/sign-up' },
  apiKeys: { label: 'Pagina «API keys»', href: 'https://dashboard.clerk.com/~/api-keys' },
  domains: { label: 'Pagina «Domains»', href: 'https://dashboard.clerk.com/~/domains' },
  signInOptions: {
    label: 'Pagina «User & authentication»',
    href: 'https://dashboard.clerk.com/~/user-authentication/user-and-authentication',
  },
  connections: {
    label: 'Pagina «SSO connections»',
    href: 'https://dashboard.clerk.com/~/user-authentication/sso-connections',
  },
  setupDocs: {
    label: 'Documentazione: primi passi',
    href: 'https://clerk.com/docs/getting-started/quickstart/setup-clerk',
  },
  googleDocs: {
    label: 'Documentazione: accesso con Google',
    href: 'https://clerk.com/docs/guides/configure/auth-strategies/social-connections/google',
  },
  instanceDocs: {
    label: 'Documentazione: istanze e ambienti',
    href: 'https://clerk.com/docs/guides/development/managing-environments',
  },
  productionDocs: {
    label: 'Documentazione: andare in produzione',
    href: 'https://clerk.com/docs/guides/development/deployment/production',
  },
  googleConsole: {
    label: 'Console di Google Cloud',
    href: 'https://console.cloud.google.com/apis/credentials',
  },
} as const
