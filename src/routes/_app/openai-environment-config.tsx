import { createFileRoute } from '@tanstack/react-router'
import { variant } from '../../lib/app-variant.ts'
import { OpenaiConfigPage } from './-openai-config/openai-config-page.tsx'
import { EnvironmentPage } from './-environment/environment-page.tsx'

export const Route = createFileRoute('/_app/openai-environment-config')({
  staticData: { needsMerchant: false },
  component: OpenaiEnvironmentConfig,
})

function OpenaiEnvironmentConfig() {
  return variant === 'development' ? <EnvironmentPage /> : <OpenaiConfigPage />
}
