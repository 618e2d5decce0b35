import { pdf } from './pdf.ts'
import type { Person, TestApp } from './test-app.ts'

type Upload = {
  id: string
  slot?: string
  version?: number
  name?: string
  type?: string
  content?: Buffer
  /** Replaces the person's session. */
  headers?: Record<string, string>
}

/** Adds a file, by default a small PDF, to the evidence over REST. */
export function putFile(
  app: TestApp,
  person: Pick<Person, 'cookie'>,
  {
    id,
    slot = 'receipt',
    version = 0,
    name,
    type = 'application/pdf',
    content = pdf(),
    headers = { cookie: person.cookie },
  }: Upload,
) {
  const query = new URLSearchParams({
    version: String(version),
    ...(name !== undefined && { name }),
  })
  return app.rest({
    method: 'PUT',
    url: `/api/disputes/${id}/files/${slot}?${query}`,
    headers: { ...headers, 'content-type': type },
    payload: content,
  })
}
