import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { customersRouter } from './customers.router.ts'
import { Customer, CustomerDetail, NewCustomer, UpdateCustomer } from './customers.schema.ts'

export const customer: Customer = {
  id: 'cus_01KGA3M2QZ5D6E7F8G9H0J1K2M',
  name: 'Ada Rossi',
  email: 'ada@example.com',
  status: 'active',
  totalSpent: '149.70',
  currency: 'EUR',
  transactionCount: 4,
  createdAt: '2025-11-03T08:12:44.001Z',
  updatedAt: '2026-01-31T19:20:30.123Z',
}

const fields = {
  status: 'Status that the merchant gives the customer: active or inactive',
  currency: "The merchant's reporting currency",
  transactionCount: 'Payments in every currency and of every status',
}

export const customersDocs = {
  tag: { name: 'Customers', description: 'People who have paid or may pay.' },
  parameters: {
    id: { description: 'The id of the customer (`cus_…`)', example: customer.id },
    search: { example: 'ada' },
    status: { description: 'Only this status' },
    sort: {
      description:
        'Field to sort by; `-` puts the greatest first. Sorted by `totalSpent`, customers who paid only in other currencies than the reporting one come between those who paid in it and those who paid nothing',
    },
  },
  inputs: {
    CustomerChange: describeSchema(UpdateCustomer, {
      example: { name: 'Ada Rossi Bianchi', status: 'inactive' },
    }),
    NewCustomer: describeSchema(NewCustomer, {
      example: { name: 'Ada Rossi', email: 'ada@example.com' },
    }),
  },
  outputs: {
    Customer: describeSchema(Customer, {
      description: 'A person who pays.',
      fields,
      example: customer,
    }),
    CustomerDetail: describeSchema(CustomerDetail, {
      description: 'A person who pays, with totals in each currency.',
      fields: {
        ...fields,
        totals: 'The same by currency, because currencies are never added together',
      },
      example: {
        ...customer,
        totals: [
          { currency: 'EUR', totalSpent: '149.70', transactionCount: 3 },
          { currency: 'USD', totalSpent: '12.34', transactionCount: 1 },
        ],
        firstPaymentAt: customer.createdAt,
        lastPaymentAt: customer.updatedAt,
      },
    }),
  },
} satisfies DocsOf<typeof customersRouter>
