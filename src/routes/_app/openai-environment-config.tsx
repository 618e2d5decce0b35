import { createFileRoute } from '@tanstack/react-router'
import { variant } from '#client/lib/app-variant.ts'
import { EnvironmentPage } from './-environment/environment-page.tsx'
import { OpenaiConfigPage } from './-openai-config/openai-config-page.tsx'

export const Route = createFileRoute('/_app/openai-environment-config')({
  staticData: { needsMerchant: false },
  component: OpenaiEnvironmentConfig,
})

function OpenaiEnvironmentConfig() {
  return variant === 'development' ? <EnvironmentPage /> : <OpenaiConfigPage />
}
