/** A row of the transaction search, with the times by the stand-in's own clock. Amounts are in hundredths. */
export type BookedTransaction = {
  id: string
  code: string
  currency: string
  amount: number
  /** Fee, above 0 when the merchant pays it. */
  fee: number
  status: 'S' | 'P' | 'D'
  atMs: number
  /** Time from which the search lists the row. */
  listedAtMs: number
  referenceId?: string | undefined
  customId?: string | undefined
  invoiceId?: string | undefined
  bankReferenceId?: string | undefined
}

/** Rows and settings of an account's money. */
export type PayPalMoney = {
  rows: BookedTransaction[]
  /** The search and the balances show the state of every full period of this length. */
  refreshEveryMs: number
  /** Additional time until the search lists a new row. */
  lateByMs: number
  /** Maximum number of rows in a period; PayPal refuses to list a period with more. */
  mostRows: number
}

export const newMoney = (): PayPalMoney => ({
  rows: [],
  refreshEveryMs: 60_000,
  lateByMs: 0,
  mostRows: 10_000,
})
