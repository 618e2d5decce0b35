/** Reasons why a payment kept its amount although another amount was requested. */
export const keptReasons = [
  'payer_acted',
  'ended',
  'unsupported',
  'refused',
  'processor_unavailable',
] as const
export type KeptReason = (typeof keptReasons)[number]
