import type { MethodColumns } from '#db/tables/refund-tables.ts'
import type { UsedMethod } from '#server/shared/money/used-method.ts'

/** Returns the columns that store a used method. */
export const columnsOfMethod = (method: UsedMethod): Required<MethodColumns> => ({
  methodType: method.type,
  methodBrand: method.brand,
  methodLast4: method.last4,
  methodWallet: method.wallet,
  methodCountry: method.country,
  methodFunding: method.funding,
})

/** Returns the used method of a stored payment; null when no processor has reported one. */
export const usedMethodOf = ({ methodType: type, ...row }: MethodColumns): UsedMethod | null =>
  typeof type === 'string'
    ? {
        type,
        brand: row.methodBrand ?? null,
        last4: row.methodLast4 ?? null,
        wallet: row.methodWallet ?? null,
        country: row.methodCountry ?? null,
        funding: row.methodFunding ?? null,
      }
    : null
