import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import { confirmedMember, member, router, signedInMember } from '#server/core/calls/trpc.ts'
import { enforceIdempotency } from '#server/services/idempotency/idempotently.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import { createCustomer, updateCustomer } from './change-customer.ts'
import { readCustomerDetail } from './customer-detail.ts'
import { listCustomerPage } from './customer-page.ts'
import { findCustomer, listLastPayments, listTotalsOf } from './customers.queries.ts'
import {
  CustomerDetail,
  CustomerPage,
  CustomerRef,
  CustomerTotals,
  CustomerTotalsQuery,
  LastPayments,
  ListCustomers,
  NewCustomer,
  UpdateCustomer,
} from './customers.schema.ts'
import { eraseCustomer } from './erase-customer.ts'

export const customersRouter = router({
  list: member
    .meta({
      rest: { method: 'GET', path: '/api/customers', isList: true, summary: 'List customers' },
    })
    .input(ListCustomers)
    .output(CustomerPage)
    .query(({ ctx, input }) => listCustomerPage(ctx, input)),
  /** For the dashboard only, whose cards show every currency; REST clients read the totals of each customer. */
  totals: signedInMember
    .input(CustomerTotalsQuery)
    .output(CustomerTotals)
    .query(async ({ ctx, input }) => {
      const rows = await listTotalsOf(ctx.db, {
        ...merchantCalendarOf(ctx.merchant),
        ids: input.ids,
      })
      return rows.map(({ customerId, currency, totalSpent }) => ({
        customerId,
        currency: Currency.parse(currency),
        totalSpent: decimalFromMinor(totalSpent),
      }))
    }),
  /** For the dashboard only, in addition to the totals. */
  lastPayments: signedInMember
    .input(CustomerTotalsQuery)
    .output(LastPayments)
    .query(({ ctx, input }) =>
      listLastPayments(ctx.db, { merchantId: ctx.merchant.id, ids: input.ids }),
    ),
  create: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/customers',
        status: 201,
        summary: 'Add a customer',
        description:
          'A payment adds its customer by itself; this call is for people who have not paid yet.',
        errors: ['conflict', 'unprocessable'],
      },
    })
    .input(NewCustomer)
    .use(enforceIdempotency)
    .output(CustomerDetail)
    .mutation(({ ctx, input }) => createCustomer(ctx, input)),
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/customers/{id}',
        summary: 'Get a customer with totals in each currency',
        errors: ['not_found'],
      },
    })
    .input(CustomerRef)
    .output(CustomerDetail)
    .query(async ({ ctx, input }) => {
      const row = await findCustomer(ctx.db, { merchantId: ctx.merchant.id, id: input.id })
      if (!row) throw new AppError('not_found', 'There is no such customer.')
      return readCustomerDetail(ctx, row)
    }),
  update: member
    .meta({
      rest: {
        method: 'PUT',
        path: '/api/customers/{id}',
        summary: 'Change a customer',
        description:
          'Only the fields that are sent change. Payments keep the name they were made with.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(UpdateCustomer)
    .output(CustomerDetail)
    .mutation(({ ctx, input }) => updateCustomer(ctx, input)),
  erase: confirmedMember
    .meta({
      rest: {
        method: 'DELETE',
        path: '/api/customers/{id}',
        status: 204,
        summary: 'Erase a customer',
        description:
          'Replaces name and e-mail, on the payments too, and keeps the amounts. People, not keys, get 403 `confirmation_needed` over ten minutes after sign-in until they confirm their password.',
        errors: ['not_found'],
      },
    })
    .input(CustomerRef)
    .output(z.void())
    .mutation(({ ctx, input }) => eraseCustomer(ctx, input)),
})
