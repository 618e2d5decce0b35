import type { notices as original } from '../en/notices.ts'
import type { Words } from '../words.ts'

const statuses = { unread: 'Da leggere', read: 'Letto' }

export const notices: Words<typeof original> = {
  statuses,
  tabNames: { unread: 'Da leggere', read: 'Letti' },
  sorts: { '-createdAt': 'Dal più recente', createdAt: 'Dal meno recente' },
  tabs: 'Avvisi per stato',
  caption: 'Avvisi',
  columns: { notice: 'Avviso', status: 'Stato', date: 'Data', action: 'Azioni' },
  loadFailed: 'Gli avvisi non sono stati caricati',
  noMatch: 'Nessun avviso corrisponde ai filtri.',
  emptyTitle: 'Nessun avviso',
  empty:
    'Qui compaiono contestazioni, rimborsi non riusciti e collegamenti interrotti, fino alla loro soluzione.',
  count: (shown: string, count: number) => `${shown} ${count === 1 ? 'avviso' : 'avvisi'}`,
  addKind: '+ Tipo',
  kind: (name: string) => `Tipo: ${name}`,
  markRead: (title: string) => `Segna come letto: ${title}`,
  markAllRead: 'Segna tutti come letti',
  failed: 'Modifica non riuscita',
  latest: 'Avvisi da leggere',
  nothingUnread: 'Nessun avviso da leggere',
  seeAll: 'Vedi tutti gli avvisi',
  choices: {
    title: 'Avvisi',
    text: 'Per ogni tipo si sceglie come ricevere l’avviso. Le scelte valgono solo per questo utente.',
    noMail: 'Questo server non può inviare email a questo utente.',
    quiet: 'L’email arriva una volta al giorno, insieme ad altri avvisi.',
    names: {
      both: 'Tra gli avvisi e per email',
      page: 'Solo nella pagina',
      mail: 'Solo per email',
      none: 'Mai',
    },
    done: (name: string) => ({ title: 'Scelta salvata', message: name }),
    loadFailed: 'Le scelte non sono state caricate',
    failed: 'La scelta non è stata salvata',
  },
}
