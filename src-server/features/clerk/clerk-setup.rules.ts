import type { Config } from '#server/config/config.ts'

type Setup = Pick<Config, 'clerk' | 'environment' | 'appUrl'>
type Finding = { issue: string; recommendation: string }

const isTestKey = (key: string) => /^[ps]k_test_/.test(key)

/** Shows the kind of key (`sk_test_` or `sk_live_`) and nothing else of the key. */
export const maskKey = (key: string): string =>
  `${/^sk_(?:test|live)_/.exec(key)?.[0] ?? ''}••••••••`

/** Lists what this configuration lacks for production with Clerk, most important first. */
export function findingsOf({ clerk, environment, appUrl }: Setup): Finding[] {
  if (!clerk) {
    return [
      {
        issue: 'Clerk non è configurato: l’accesso è quello incorporato.',
        recommendation:
          'Imposta CLERK_PUBLISHABLE_KEY e CLERK_SECRET_KEY della stessa istanza e riavvia il server.',
      },
    ]
  }
  const host = new URL(appUrl)
  const isRemote = environment !== 'development'
  return [
    ...findingIf(isRemote && isTestKey(clerk.publishableKey), {
      issue: `Le chiavi sono di prova (pk_test_, sk_test_) ma l’ambiente è ${environment}.`,
      recommendation:
        'Crea un’istanza di produzione in Clerk e usa le sue chiavi pk_live_ e sk_live_.',
    }),
    ...findingIf(!isRemote && !isTestKey(clerk.publishableKey), {
      issue: 'Le chiavi sono di produzione (pk_live_, sk_live_) ma l’ambiente è development.',
      recommendation: 'In sviluppo usa le chiavi dell’istanza di prova.',
    }),
    ...findingIf(isRemote && host.protocol !== 'https:', {
      issue: 'APP_URL non è https: le istanze di produzione di Clerk lo richiedono.',
      recommendation: 'Imposta APP_URL con l’indirizzo https pubblico.',
    }),
    ...findingIf(!clerk.authorizedParties.includes(host.origin), {
      issue: 'CLERK_AUTHORIZED_PARTIES non contiene APP_URL: i token della pagina sono rifiutati.',
      recommendation: 'Aggiungi APP_URL a CLERK_AUTHORIZED_PARTIES, o togli la variabile.',
    }),
    ...findingIf(clerk.jwtKey === undefined, {
      issue: 'CLERK_JWT_KEY manca: ogni verifica può dipendere dalla rete verso Clerk.',
      recommendation: 'Copia la «JWT public key» da Clerk in CLERK_JWT_KEY.',
    }),
  ]
}

const findingIf = (applies: boolean, finding: Finding): Finding[] => (applies ? [finding] : [])

/** Lists the steps from this configuration to production, without completed steps. */
export function migrationSteps({ clerk, environment, appUrl }: Setup): string[] {
  const isLive = clerk !== undefined && !isTestKey(clerk.publishableKey)
  return [
    ...(clerk ? [] : ['Crea un’applicazione in Clerk e attiva email con password e Google.']),
    ...(isLive ? [] : ['Crea l’istanza di produzione in Clerk, copiando quella di prova.']),
    ...(isLive ? [] : ['In «Domains» inserisci il dominio e i record DNS che Clerk elenca.']),
    ...(isLive
      ? []
      : ['Registra le credenziali di Google per la produzione: quelle di prova non valgono.']),
    ...(isLive
      ? []
      : [
          'Imposta CLERK_PUBLISHABLE_KEY (pk_live_) e CLERK_SECRET_KEY (sk_live_) sul server di produzione.',
        ]),
    ...(clerk?.jwtKey
      ? []
      : ['Imposta CLERK_JWT_KEY con la chiave pubblica della stessa istanza.']),
    ...(appUrl.startsWith('https:') ? [] : ['Imposta APP_URL con l’indirizzo https pubblico.']),
    ...(environment === 'production' ? [] : ['Imposta APP_ENV=production e una SECRET_KEY nuova.']),
    'Prova prima in staging: registrati, accedi, esci, recupera la password.',
    'Riavvia il server e controlla la pagina sullo stato dell’ambiente.',
  ]
}

export function writePlan(setup: Setup): string {
  const count = findingsOf(setup).length
  const from = setup.clerk ? 'Clerk firma già gli accessi' : 'Oggi l’accesso è quello incorporato'
  const state =
    count === 0
      ? 'e nulla impedisce il passaggio.'
      : `e ${count === 1 ? 'c’è un punto' : `ci sono ${count} punti`} da sistemare.`
  return `${from} in ${setup.environment}, ${state} Gli utenti di un’istanza non passano da soli in un’altra: chi si è registrato in prova dovrà registrarsi di nuovo.`
}
