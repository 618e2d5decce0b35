import { createFileRoute } from '@tanstack/react-router'
import { ClerkMigrationPage } from './-clerk-migration/clerk-migration-page.tsx'

export const Route = createFileRoute('/_app/clerk-migration')({
  staticData: { needsMerchant: false, needsSession: true },
  component: ClerkMigrationPage,
})
