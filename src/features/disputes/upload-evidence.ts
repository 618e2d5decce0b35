import { TRPCClientError } from '@trpc/client'
import { withMode } from '#client/lib/mode.ts'
import { headers } from '#client/trpc.ts'
import type { Evidence } from '#server/features/disputes/evidence/evidence.schema.ts'
import {
  type EvidenceFileType,
  type EvidenceSlot,
  evidenceFileTypes,
} from '#server/shared/disputes/evidence-fields.ts'
import { httpStatusOf, type Problem } from '#server/shared/reasons/errors.ts'

export type EvidenceUpload = {
  id: string
  slot: EvidenceSlot
  /** The version of the evidence that the page shows. */
  version: number
  file: File
  onProgress: (share: number) => void
}

const typesByEnding: Readonly<Record<string, EvidenceFileType>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

/** Returns the type of a file, by its ending where the browser knows none; undefined for another kind. */
export function evidenceTypeOf({ type, name }: File): EvidenceFileType | undefined {
  const known = evidenceFileTypes.find((each) => each === type)
  return (
    known ?? (type === '' ? typesByEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] : undefined)
  )
}

/** Returns the URL of an evidence file. The server sends it as a download. */
export const fileUrl = (id: string, slot: EvidenceSlot): string =>
  withMode(`/api/disputes/${encodeURIComponent(id)}/files/${slot}`)

/** Returns the file's name as the API takes it: without slashes and control characters, and at most 100 characters. */
const nameOf = ({ name }: File): string => name.replaceAll(/[/\\\p{Cc}]/gu, '_').slice(-100)

/**
 * Sends an evidence file and reports the share that was sent, which `fetch` cannot.
 * @throws the same errors as a call of the API.
 */
export async function uploadEvidence(upload: EvidenceUpload): Promise<Evidence> {
  const { id, slot, version, file, onProgress } = upload
  const query = new URLSearchParams({ version: String(version), name: nameOf(file) })
  const request = new XMLHttpRequest()
  request.open('PUT', `/api/disputes/${encodeURIComponent(id)}/files/${slot}?${query}`)
  for (const [name, value] of Object.entries(await headers())) request.setRequestHeader(name, value)
  request.setRequestHeader('content-type', evidenceTypeOf(file) ?? file.type)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  await new Promise<void>((resolve) => {
    request.addEventListener('loadend', () => resolve())
    request.send(file)
  })
  if (request.status === 200) return JSON.parse(request.responseText) as Evidence
  throw errorOf(request)
}

function errorOf({ status, responseText }: XMLHttpRequest): TRPCClientError<never> {
  const problem = readProblemBody(responseText)
  // Without a problem, the server was not reached.
  if (status === 0 || !problem) return new TRPCClientError('the upload broke off')
  const { code, reason, issues, current, requestId, detail } = problem
  return TRPCClientError.from({
    error: {
      message: detail,
      code: -32_600,
      data: { code, reason, issues, current, requestId, httpStatus: httpStatusOf[code] },
    },
  } as never)
}

function readProblemBody(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem>
    return body.code === undefined ? undefined : (body as Problem)
  } catch {
    // A proxy in between responds with a page of its own.
    return undefined
  }
}

/** Returns the current evidence of a refusal because another version was saved; undefined for another error. */
export function currentEvidenceOf(error: unknown): Evidence | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  const { reason, current } = (error.data ?? {}) as { reason?: string; current?: Evidence }
  return reason === 'draft_changed' ? current : undefined
}
