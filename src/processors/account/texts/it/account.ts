import type { Words } from '#client/texts/words.ts'
import type { KeyPermission } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import type { account as original } from '../en/account.ts'

const states: Record<KeyPermission['state'], string> = {
  allowed: 'Concesso',
  missing: 'Mancante',
  unknown: 'Non verificato',
}

export const account: Words<typeof original> = {
  connected: 'Collegato',
  ownersConnect: (name) => `Solo i titolari possono collegare ${name}. Chiedi a un titolare.`,
  ownersChange:
    'Solo i titolari possono modificare o scollegare questo account. Chiedi a un titolare.',
  showKey: 'Mostra o nascondi il testo',
  says: (name) => `Messaggio di ${name}`,
  refused: {
    permissions: (name) =>
      `Con questa chiave non si può incassare. Il motivo è nel messaggio di ${name} qui sotto.`,
    otherAccount: (name) =>
      `Questa chiave è di un altro account ${name}. Scollega prima l’account attuale, poi collega l’altro.`,
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
    unanswered: (name) => `${name} non ha risposto a tutte le verifiche. Prova di nuovo tra poco.`,
    sufficient: (count) =>
      count === 1
        ? 'Con questa chiave si può incassare. Manca un permesso facoltativo.'
        : `Con questa chiave si può incassare. Mancano ${count} permessi facoltativi.`,
    complete: 'La chiave ha tutti i permessi.',
    show: (count) => (count === 1 ? 'Mostra il permesso' : `Mostra i ${count} permessi`),
    withoutAnswers:
      'Con la sola lettura le contestazioni sono visibili, ma non è possibile rispondere in Incasso.',
    withoutFiles: 'Senza questo permesso le prove con allegati non si possono inviare.',
  },
  change: 'Cambia chiavi',
  test: {
    open: 'Prova i permessi',
    title: 'Permessi della chiave',
    pending: (name) => `Incasso verifica i permessi della chiave presso ${name}.`,
    failed: 'Prova non riuscita',
    again: 'Prova di nuovo',
    close: 'Chiudi',
  },
  disconnect: {
    open: 'Scollega',
    title: (name) => `Scollegare ${name}?`,
    kept: 'I pagamenti precedenti si possono ancora rimborsare, e quelli in attesa avranno comunque un esito: per questo Incasso conserva la chiave.',
    action: 'Scollega',
    back: 'Annulla',
    failed: 'Scollegamento non riuscito',
    done: (name) => ({
      title: `${name} scollegato`,
      message: 'I pagamenti precedenti si possono ancora rimborsare.',
    }),
  },
}
