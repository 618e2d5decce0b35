/** A response in which PayPal refuses a call, in the words of its API reference. */
export class PayPalRefusal extends Error {
  readonly status: number
  readonly body: object

  constructor(
    status: number,
    name: string,
    { issue, description }: Record<string, string> = {},
    message?: string,
  ) {
    super(issue ?? name)
    this.status = status
    this.body = {
      name,
      message: message ?? messages[name] ?? name,
      debug_id: 'c9a75b43fc807',
      ...(issue !== undefined && { details: [{ issue, description: description ?? issue }] }),
    }
  }
}

const messages: Readonly<Record<string, string>> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  RESULTSET_TOO_LARGE:
    'Result set size is greater than the maximum limit. Change the filter criteria and try again.',
  NOT_AUTHORIZED: 'Authorization failed due to insufficient permissions.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
}

export const unprocessable = (issue: string): PayPalRefusal =>
  new PayPalRefusal(422, 'UNPROCESSABLE_ENTITY', { issue })

export const resourceNotFound = (): PayPalRefusal =>
  new PayPalRefusal(404, 'RESOURCE_NOT_FOUND', {
    issue: 'INVALID_RESOURCE_ID',
    description:
      'Specified resource ID does not exist. Please check the resource ID and try again.',
  })

export const malformed = (description: string): PayPalRefusal =>
  new PayPalRefusal(400, 'INVALID_REQUEST', { issue: 'INVALID_PARAMETER', description })

/** Refuses fields that PayPal does not know, so that tests find requests that PayPal would refuse. */
export function assertFields(body: object, known: readonly string[]): void {
  const unknownName = Object.keys(body).find((name) => !known.includes(name))
  if (unknownName !== undefined) throw malformed(`${unknownName} is not a field of this call`)
}
