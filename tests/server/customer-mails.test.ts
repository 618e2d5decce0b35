import { expect, test } from 'vitest'
import { createPrintingMailer } from '#server/services/mail/mailer.ts'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

const mailer = { send: async () => {} }

test('an owner sets whether customers get mails and in which language; staff read it', async () => {
  await using app = await testApp({ mailer })
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  expect(await bob.api.merchant.customerMails.query()).toEqual({
    isOn: true,
    language: 'en',
    server: 'sends',
  })

  const switchedOff = await alice.api.merchant.changeCustomerMails.mutate({ isOn: false })
  const italian = await alice.api.merchant.changeCustomerMails.mutate({ language: 'it' })

  expect(switchedOff).toEqual({ isOn: false, language: 'en', server: 'sends' })
  expect(italian).toEqual({ isOn: false, language: 'it', server: 'sends' })
  expect(await bob.api.merchant.customerMails.query()).toEqual(italian)
})

test('the language follows the time zone until a language is chosen', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const language = async () => (await alice.api.merchant.customerMails.query()).language
  expect(await language()).toBe('it')

  // A value that is sent but unchanged is not a choice of the merchant.
  await alice.api.merchant.changeCustomerMails.mutate({ isOn: false, language: 'it' })
  await alice.rest('PATCH', '/api/merchant/profile', { timezone: 'Europe/Paris' })
  expect(await language()).toBe('en')
  await alice.api.merchant.changeCustomerMails.mutate({ language: 'it' })
  await alice.rest('PATCH', '/api/merchant/profile', { timezone: 'Asia/Tokyo' })

  expect(await language()).toBe('it')
})

test('a change is recorded with the former choice, and an equal choice is not a change', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const noted = await auditEntriesOf(app, async () => {
    await alice.api.merchant.changeCustomerMails.mutate({ isOn: false, language: 'en' })
    await alice.api.merchant.changeCustomerMails.mutate({ isOn: false })
  })

  expect(noted).toMatchObject([
    {
      action: 'merchant.updated',
      actor: `user:${alice.id}`,
      before: { customerMails: true },
      after: { customerMails: false },
    },
  ])
})

test('staff and outsiders change nothing, and invalid choices are refused', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const bob = await createTeamMember(app, alice)
  const change = { isOn: false }

  await expect(bob.api.merchant.changeCustomerMails.mutate(change)).rejects.toMatchObject({
    data: { reason: 'owner_only' },
  })
  await mallory.api.merchant.changeCustomerMails.mutate(change)
  for (const bad of [{ isOn: 'no' }, { language: 'fr' }, { language: null }, { on: false }]) {
    await expect(
      alice.api.merchant.changeCustomerMails.mutate(bad as unknown as typeof change),
    ).rejects.toMatchObject({ data: { code: 'invalid' } })
  }

  expect(await alice.api.merchant.customerMails.query()).toMatchObject({ isOn: true })
})

test('a mail setting that cannot be recorded changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await app.db.schema.alterTable('audit_log').renameTo('hidden').execute()

  const change = { isOn: false, language: 'it' } as const
  await expect(alice.api.merchant.changeCustomerMails.mutate(change)).rejects.toThrow()
  await app.db.schema.alterTable('hidden').renameTo('audit_log').execute()

  const mails = await alice.api.merchant.customerMails.query()
  expect(mails).toMatchObject({ isOn: true, language: 'en' })
})

test('live mode starts with the settings of test mode, and each changes separately', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.merchant.changeCustomerMails.mutate({ isOn: false, language: 'it' })

  const { live } = await goLive(app, alice)
  const initial = await live.api.merchant.customerMails.query()
  await live.api.merchant.changeCustomerMails.mutate({ isOn: true })

  expect(initial).toMatchObject({ isOn: false, language: 'it' })
  expect(await alice.api.merchant.customerMails.query()).toMatchObject({ isOn: false })
})

test.each([
  ['sends', mailer],
  ['prints', createPrintingMailer(() => {})],
  ['none', undefined],
] as const)('the settings report the kind of mail server: %s', async (server, itsMailer) => {
  await using app = await testApp(itsMailer ? { mailer: itsMailer } : {})
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ customerEmail: alice.email }))

  expect((await alice.api.merchant.customerMails.query()).server).toBe(server)
  const { receipt } = await alice.api.refunds.ofPayment.query({ id })
  // Her e-mail address is not verified; a server that prints mails cannot verify any.
  expect(receipt).toBe({ sends: 'stranger', prints: 'printed', none: 'none' }[server])
})
