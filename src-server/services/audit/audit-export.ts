import type { MerchantCtx } from '#server/core/context.ts'
import type { ExportStyle } from '#server/shared/export-style.ts'
import { audit } from './audit.ts'
import type { AuditAction } from './audit-actions.ts'

/**
 * Records who exported which rows. The search text is left out: it may be the name of a customer who is erased later,
 * and entries are never erased.
 */
export async function auditExport(
  ctx: MerchantCtx,
  action: AuditAction & `${string}.exported`,
  input: ExportStyle & { search?: string | undefined },
): Promise<void> {
  const { search, layout: _layout, language: _language, book: _book, ...filter } = input
  const merchantId = ctx.merchant.id
  const after = { filter: { ...filter, ...(search !== undefined && { hasSearch: true }) } }
  await audit(ctx, { merchantId, action, objectId: merchantId, after })
}
