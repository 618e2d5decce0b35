import type { Config } from '#server/config/config.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { webhookUrlIssue } from './webhook-url.ts'

/** Throws `invalid`, which names the field, for a webhook URL that the configuration does not allow. */
export function assertWebhookUrl(
  { webhookUrls }: Pick<Config, 'webhookUrls'>,
  field: string,
  url: string,
): void {
  const issue = webhookUrlIssue(url, webhookUrls)
  if (issue === undefined) return
  throw new AppError('invalid', `${field} ${issue}`, { issues: [{ path: field, message: issue }] })
}
