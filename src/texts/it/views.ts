import type { views as original } from '../en/views.ts'
import type { Words } from '../words.ts'

type Texts = Words<typeof original>

export const views: Texts = {
  label: 'Viste salvate',
  all: 'Tutte',
  save: 'Salva la vista',
  saveTitle: 'Salva la vista',
  saveHelp: 'Ricerca, filtri e ordine ricevono un nome. Le tue viste le vedi solo tu.',
  actions: (name: string) => `Azioni per la vista ${name}`,
  rename: 'Rinomina la vista',
  remove: 'Elimina la vista',
  removeTitle: (name: string) => `Eliminare la vista «${name}»?`,
  removeHelp: 'Si elimina solo il nome. Quello che mostra resta com’è.',
  name: 'Nome',
  nameMissing: 'Scrivi un nome.',
  back: 'Annulla',
  saved: (name: string) => ({ title: 'Vista salvata', message: `«${name}» è sopra l’elenco.` }),
  renamed: (name: string) => ({ title: 'Vista rinominata', message: `Ora si chiama «${name}».` }),
  failed: 'La vista non è stata modificata',
  removed: (name: string) => ({ title: 'Vista eliminata', message: `«${name}» non c’è più.` }),
}
