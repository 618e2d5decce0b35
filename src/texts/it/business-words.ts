import type {
  BusinessType,
  EstimatedVolume,
  VerificationStatus,
} from '#server/core/merchant.schema.ts'

export const businessTypes: Record<BusinessType, string> = {
  ecommerce: 'E-commerce',
  retail: 'Negozio al dettaglio',
  services: 'Servizi',
  software: 'Software',
  nonprofit: 'Organizzazione non profit',
  other: 'Altro',
}

export const volumes: Record<EstimatedVolume, string> = {
  '0-1000': '0 – 1.000 €',
  '1000-5000': '1.000 – 5.000 €',
  '5000-10000': '5.000 – 10.000 €',
  '10000-50000': '10.000 – 50.000 €',
  '50000+': 'Oltre 50.000 €',
}

export const statuses: Record<VerificationStatus, string> = {
  pending: 'In attesa',
  verified: 'Verificato',
  suspended: 'Sospeso',
}
