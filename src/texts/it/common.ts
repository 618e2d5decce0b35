import type { common as original } from '../en/common.ts'
import type { Words } from '../words.ts'

export const common: Words<typeof original> = {
  product: 'Incasso',
  skipToContent: 'Vai al contenuto',
  loading: 'Caricamento',
  retry: 'Riprova',
  copy: 'Copia',
  copied: 'Copiato',
  dismiss: 'Chiudi',
  removeFilter: (filter: string) => `Togli il filtro ${filter}`,
  requestId: 'ID della richiesta',
  somethingWrong: 'Qualcosa non ha funzionato',
  loadFailed: 'Il caricamento non è riuscito',
  noData: 'Nessun dato disponibile',
  notFoundPlain: 'Pagina non trovata',
  notFoundTitle: '404 Pagina non trovata',
  notFoundHelp:
    'A questo indirizzo non c’è alcuna pagina. La pagina è stata spostata, oppure il link contiene un errore.',
  goHome: 'Vai alla dashboard',
  unreachable: 'Il server non risponde. Controlla la connessione e riprova.',
  offline: 'Non sei in linea. Questa sezione si ricarica appena torna la connessione.',
  unreadable: 'La risposta del server non è leggibile. Riprova.',
  tenfold: 'più di 10 volte',
  points: (figure: string, isOne: boolean) => `${figure} ${isOne ? 'punto' : 'punti'}`,
  utc: 'UTC',
  yourTime: 'La tua ora',
}
