import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { FilterOf } from '../operations.ts'
import type { CallOptions, KeyedOptions } from '../transport.ts'
import type { Customer, CustomerChange, CustomerDetail, NewCustomer } from '../types.ts'

/** Customers, at `/api/customers`. A payment adds its customer by itself. */
export class Customers {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  create(customer: NewCustomer, options?: KeyedOptions): Promise<CustomerDetail> {
    return this.#api.send('post', '/api/customers', { body: customer, options, isKeyed: true })
  }

  list(filter?: FilterOf<'/api/customers'>, options?: CallOptions): List<Customer> {
    return this.#api.list('/api/customers', filter, options)
  }

  /** Reads a customer with totals in each currency. */
  get(id: string, options?: CallOptions): Promise<CustomerDetail> {
    return this.#api.get('/api/customers/{id}', { id, options })
  }

  /** Changes the fields that are sent. */
  update(id: string, change: CustomerChange, options?: CallOptions): Promise<CustomerDetail> {
    const path = '/api/customers/{id}'
    return this.#api.send('put', path, { id, body: change, options, isRepeatable: true })
  }

  /** Erases name and e-mail address for good, also on payments. Amounts stay. */
  async erase(id: string, options?: CallOptions): Promise<void> {
    await this.#api.send('delete', '/api/customers/{id}', { id, options, isRepeatable: true })
  }
}
