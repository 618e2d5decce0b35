import type { demo as original } from '../en/demo.ts'
import type { Words } from '../words.ts'

export const demo: Words<typeof original> = {
  invite: 'Vuoi solo dare un’occhiata?',
  start: 'Prova la demo',
  starting: 'Preparazione della demo…',
  failed: 'La demo non è stata preparata. Riprova.',
  userName: 'Ospite Demo',
  marked: 'Dati dimostrativi',
  remove: 'Elimina la demo',
  removeTitle: 'Eliminare la demo?',
  removeText:
    'L’attività dimostrativa, tutti i suoi pagamenti e clienti e questo account ospite saranno eliminati. L’operazione è definitiva.',
  removeAction: 'Elimina',
  keep: 'Annulla',
  removing: 'Eliminazione…',
  signOutTitle: 'Lasciare la demo per sempre?',
  signOutText:
    'Non potrai più accedere a questa demo: il suo account ospite non ha una password che conosci. Ciò che hai provato qui va perso. Una nuova demo è a un clic.',
  signOutAction: 'Esci',
  removeFailed: 'La demo non è stata eliminata',
}
