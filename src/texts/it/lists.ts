import type { lists as original } from '../en/lists.ts'
import type { Words } from '../words.ts'

export const lists: Words<typeof original> = {
  filters: 'Filtri',
  clear: 'Togli i filtri',
  clearSearch: 'Svuota la ricerca',
  sortLabel: 'Ordina per',
  statusLabel: 'Stato',
  allStatus: 'Tutti gli stati',
  all: 'Tutti',
  moreSums: (count: string) => `altri ${count} totali`,
  noMatchTitle: 'Nessun risultato',
  add: {
    paymentMethod: '+ Metodo',
    methodType: '+ Pagato con',
    brand: '+ Circuito',
    currency: '+ Valuta',
    amount: '+ Importo',
  },
  method: (method: string) => `Metodo: ${method}`,
  unreported: 'Metodo non indicato',
  methodType: (name: string) => `Pagato con: ${name}`,
  brand: (name: string) => `Circuito: ${name}`,
  currency: (currency: string) => `Valuta: ${currency}`,
  amount: {
    between: (min: string, max: string) => `Importo: da ${min} a ${max}`,
    from: (min: string) => `Importo: almeno ${min}`,
    upTo: (max: string) => `Importo: al massimo ${max}`,
    min: 'Almeno',
    max: 'Al massimo',
    placeholder: '0,00',
    apply: 'Applica',
    means: (amount: string) => `Significa ${amount}`,
    reversed: 'È inferiore all’altro importo.',
  },
}
