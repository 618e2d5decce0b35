import { expect, test } from 'vitest'
import { type Mail, MailError } from '#server/core/ports/mailer.ts'
import { createTeamMember, tokenOf } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'

test('an invitation for one e-mail address is mailed there, with its link', async () => {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  await using app = await testApp({ mailer })
  const alice = await app.person()
  sent.length = 0

  const invited = await alice.api.team.invite.mutate({ role: 'staff', email: 'bob@example.com' })
  const open = await alice.api.team.invite.mutate({ role: 'staff' })

  await app.idle()

  expect(invited).toMatchObject({ delivery: 'queued', mail: 'waiting' })
  expect(open.delivery).toBe('none')
  expect(sent).toEqual([
    {
      id: expect.stringMatching(/^mal_/),
      to: 'bob@example.com',
      subject: 'Sei stato invitato a lavorare su Incasso',
      text: expect.stringContaining(`\n${invited.link}\n`),
    },
  ])
  expect(sent[0]?.text).toContain('come collaboratore')
})

test('a refused invitation is not mailed', async () => {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  await using app = await testApp({ mailer })
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  sent.length = 0

  const input = { role: 'staff', email: 'carol@example.com' } as const
  await expect(bob.api.team.invite.mutate(input)).rejects.toMatchObject({
    data: { code: 'forbidden', reason: 'owner_only' },
  })

  expect(sent).toEqual([])
})

test('a permanently refused mail is shown with its invitation, which remains valid', async () => {
  const refused = new MailError('refused 550', { isFinal: true })
  await using app = await testApp({ mailer: { send: () => Promise.reject(refused) } })
  const alice = await app.person()
  const mailStates = async () =>
    (await alice.api.team.list.query()).invitations.map(({ mail }) => mail)

  const invited = await alice.api.team.invite.mutate({ role: 'staff', email: 'bob@example.com' })
  const before = await mailStates()
  await app.idle()

  expect([before, await mailStates()]).toEqual([['waiting'], ['failed']])
  const line = app.logs.find(({ msg }) => msg === 'a mail was given up')
  expect(line).toMatchObject({ kind: 'invitation', reason: 'refused 550' })
  expect(JSON.stringify(app.logs)).not.toContain(tokenOf(invited))
})

test('the mail of an invitation that is revoked before sending is not sent', async () => {
  const sent: Mail[] = []
  await using app = await testApp({ mailer: { send: async (mail) => void sent.push(mail) } })
  const alice = await app.person()
  const { id } = await alice.api.team.invite.mutate({ role: 'staff', email: 'bob@example.com' })

  await alice.api.team.revokeInvitation.mutate({ id })
  await app.idle()

  expect(sent).toEqual([])
})

test('an invitation that cannot be stored is not mailed', async () => {
  const sent: Mail[] = []
  await using app = await testApp({ mailer: { send: async (mail) => void sent.push(mail) } })
  const alice = await app.person()
  await app.db.schema.alterTable('mails').renameTo('hidden').execute()

  const input = { role: 'staff', email: 'bob@example.com' } as const
  await expect(alice.api.team.invite.mutate(input)).rejects.toThrow()
  await app.db.schema.alterTable('hidden').renameTo('mails').execute()
  await app.idle()

  // Neither the invitation nor its mail is stored.
  expect([await app.count('merchantInvitations'), await app.count('mails')]).toEqual([0, 0])
  expect(sent).toEqual([])
})
