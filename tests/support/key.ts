import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { CreatedApiKey, NewApiKey } from '#server/features/api-keys/api-keys.schema.ts'
import type { Person, TestApp } from './test-app.ts'

/** An API key, and a function that calls the REST API of the test app with it. */
export type KeyCaller = {
  key: CreatedApiKey
  rest: (
    method: InjectOptions['method'],
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => ReturnType<TestApp['rest']>
}

/** Creates an API key of that merchant. Calls use the key and send a new Idempotency-Key with each POST. */
export async function keyCaller(
  app: TestApp,
  owner: Person,
  more: Partial<NewApiKey> = {},
): Promise<KeyCaller> {
  const key = await owner.api.apiKeys.create.mutate({ name: 'Shop', ...more })
  return { key, rest: restWith(app, key.secret) }
}

/** Returns a function that calls the REST API with this API key, and with a new Idempotency-Key for each POST. */
export const restWith =
  (app: TestApp, secret: string): KeyCaller['rest'] =>
  (method, path, body, headers = {}) =>
    app.rest({
      method,
      url: path,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      payload: body === undefined ? undefined : JSON.stringify(body),
    })
