import { expect, test } from 'vitest'
import { postingsOf } from '#server/features/ledger/postings.rules.ts'

const entry = {
  type: 'charge',
  rawType: 'charge',
  balanceType: 'payments',
  amount: 10_000,
  fee: 165,
  currency: 'EUR',
  originalAmount: null,
  originalCurrency: null,
} as const

const namesOf = (postings: ReturnType<typeof postingsOf>) =>
  postings.map(({ debit, credit, currency, amount }) => [debit.kind, credit.kind, currency, amount])

test('a charge goes from sales to the processor, and its fee from there', () => {
  expect(namesOf(postingsOf(entry))).toEqual([
    ['processor', 'sales', 'EUR', 10_000],
    ['fees', 'processor', 'EUR', 165],
  ])
})

test('a negative amount goes the other way, and an amount of zero nowhere', () => {
  expect(namesOf(postingsOf({ ...entry, type: 'refund', amount: -500, fee: 0 }))).toEqual([
    ['refunds', 'processor', 'EUR', 500],
  ])
  expect(postingsOf({ ...entry, type: 'other', amount: 0, fee: 0 })).toEqual([])
})

test('a converted charge passes the conversion account, so that each currency sums to zero', () => {
  const postings = postingsOf({ ...entry, originalAmount: 11_000, originalCurrency: 'USD' })

  expect(namesOf(postings)).toEqual([
    ['processor', 'conversion', 'EUR', 10_000],
    ['conversion', 'sales', 'USD', 11_000],
    ['fees', 'processor', 'EUR', 165],
  ])
  for (const { debit, credit, currency } of postings) {
    expect([debit.currency, credit.currency]).toEqual([currency, currency])
  }
})

test('another part of the balance is held apart', () => {
  expect(namesOf(postingsOf({ ...entry, balanceType: 'risk_reserved', fee: 0 }))).toEqual([
    ['reserved', 'sales', 'EUR', 10_000],
  ])
})

test('a conversion passes the conversion account in both currencies', () => {
  const side = { ...entry, type: 'transfer' as const, rawType: 'T0200', fee: 0 }

  expect(namesOf(postingsOf({ ...side, currency: 'USD', amount: -9600 }))).toEqual([
    ['conversion', 'processor', 'USD', 9600],
  ])
  expect(namesOf(postingsOf({ ...side, amount: 8500 }))).toEqual([
    ['processor', 'conversion', 'EUR', 8500],
  ])
})
