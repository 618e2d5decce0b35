import type Stripe from 'stripe'
import { newId } from './account.ts'
import {
  assertKnownParameters,
  bodyIn,
  type FormBody,
  invalid,
  requiredText,
  wholeNumber,
} from './form-body.ts'
import type { StandInContext } from './payment-intents.ts'
import { type Route, writeRoute } from './route.ts'

const MAX_BYTES = 5 * 1024 * 1024
const types: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** A file at Stripe, with the hash of its bytes for tests. */
export type UploadedFile = Stripe.File & { sha256: string }

function uploadFile({ account, nowMs }: StandInContext, body: FormBody): Stripe.File {
  assertKnownParameters(body, ['purpose', 'file'])
  const file = bodyIn(body, 'file')
  if (requiredText(body, 'purpose') !== 'dispute_evidence')
    throw invalid('purpose', 'Invalid purpose')
  const size = wholeNumber(file, 'size') ?? 0
  const type = types[requiredText(file, 'type')]
  if (type === undefined) throw invalid('file', 'This file type is not supported.')
  if (size === 0 || size > MAX_BYTES) throw invalid('file', 'The file size is not supported.')
  const uploaded: UploadedFile = {
    id: newId('file'),
    object: 'file',
    created: Math.floor(nowMs / 1000),
    expires_at: null,
    filename: requiredText(file, 'name'),
    links: null,
    purpose: 'dispute_evidence',
    size,
    title: null,
    type,
    url: null,
    sha256: requiredText(file, 'sha256'),
  }
  account.files.set(uploaded.id, uploaded)
  return uploaded
}

export const fileRoutes: readonly Route[] = [
  writeRoute('/v1/files', 'files', (context, { body }) => uploadFile(context, body)),
]
