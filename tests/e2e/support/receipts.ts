import { expect } from '@playwright/test'
import { base64, png } from '#tests/support/pictures.ts'
import type { Caller } from './account.ts'

/** Gives the merchant who is signed in on `page` everything that a receipt can show. */
export async function setBranding(page: Caller): Promise<void> {
  const response = await page.request.post('/trpc/look.update', {
    data: {
      accent: '#ffd43b',
      supportEmail: 'help@shop.example',
      termsUrl: 'https://shop.example/terms',
      logo: base64(png()),
    },
  })
  expect(response.status(), await response.text()).toBe(200)
  const changes = {
    businessAddress: 'Via Garibaldi 123, 10122 Torino',
    vatNumber: 'IT12345678903',
    taxCode: 'RSSMRA85T10A562S',
  }
  const profile = await page.request.post('/trpc/merchant.changeBusiness', { data: changes })
  expect(profile.status(), await profile.text()).toBe(200)
}

/** Returns the number of printed pages. */
export const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0
