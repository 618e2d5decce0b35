import type { Words } from '#client/texts/words.ts'
import type { KeyPermission } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import type { account as original } from '../en/account.ts'

const states: Record<KeyPermission['state'], string> = {
  allowed: 'Concesso',
  missing: 'Mancante',
  unknown: 'Sconosciuto',
}

export const account: Words<typeof original> = {
  connected: 'Collegato',
  ownersConnect: (name) => `Solo i titolari possono collegare ${name}. Chiedi a un titolare.`,
  ownersChange:
    'Solo i titolari possono modificare o scollegare questo account. Chiedi a un titolare.',
  showKey: 'Mostra o nascondi il testo',
  says: (name) => `${name} dice`,
  refused: {
    permissions: (name) =>
      `Con questa chiave non si può incassare. Qui sotto c’è il motivo, con le parole di ${name}.`,
    otherAccount: (name) =>
      `Questa chiave è di un altro account ${name}. Prima scollega questo, poi collega l’altro.`,
    unavailable: (name) => `${name} non risponde. Riprova tra poco.`,
  },
  permissions: {
    table: 'Permessi della chiave',
    name: 'Permesso',
    state: 'Stato',
    needs: { read: 'Lettura', write: 'Scrittura' },
    needed: 'necessario',
    optional: 'facoltativo',
    states,
    insufficient: (count, name) =>
      count === 1
        ? `Manca un permesso necessario ai pagamenti. Aggiungilo alla chiave in ${name}.`
        : `Mancano ${count} permessi necessari ai pagamenti. Aggiungili alla chiave in ${name}.`,
    unanswered: (name) => `${name} non ha risposto a tutte le domande. Verifica di nuovo tra poco.`,
    sufficient: (count) =>
      count === 1
        ? 'Con questa chiave si può incassare. Manca un permesso facoltativo.'
        : `Con questa chiave si può incassare. Mancano ${count} permessi facoltativi.`,
    complete: 'La chiave ha tutti i permessi.',
  },
  change: 'Cambia chiavi',
  test: {
    open: 'Prova i permessi',
    title: 'Permessi della chiave',
    pending: (name) => `Incasso chiede a ${name} che cosa può fare la chiave.`,
    failed: 'Prova non riuscita',
    again: 'Prova di nuovo',
    close: 'Chiudi',
  },
  disconnect: {
    open: 'Scollega',
    title: (name) => `Scollegare ${name}?`,
    kept: 'I pagamenti precedenti si possono ancora rimborsare, e quelli aperti arrivano comunque al loro esito: per questo Incasso conserva la chiave.',
    action: 'Scollega',
    back: 'Annulla',
    failed: 'Non scollegato',
    done: (name) => ({
      title: `${name} scollegato`,
      message: 'I pagamenti precedenti si possono ancora rimborsare.',
    }),
  },
}
