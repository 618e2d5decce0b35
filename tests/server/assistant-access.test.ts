import { expect, test } from 'vitest'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

const url = 'http://127.0.0.1:3000/mcp'

test('assistants read in test mode at first, in live mode only after an owner allows it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.merchant.changeAssistantAccess.mutate({ isOn: true })

  const { live } = await goLive(app, alice)
  const initial = await live.api.merchant.assistantAccess.query()
  await live.api.merchant.changeAssistantAccess.mutate({ isOn: true })
  await alice.api.merchant.changeAssistantAccess.mutate({ isOn: false })

  expect(initial).toEqual({ isOn: false, url })
  expect(await live.api.merchant.assistantAccess.query()).toEqual({ isOn: true, url })
  expect(await alice.api.merchant.assistantAccess.query()).toEqual({ isOn: false, url })
})

test('a change is recorded with the former choice, and an equal choice is not a change', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const noted = await auditEntriesOf(app, async () => {
    await alice.api.merchant.changeAssistantAccess.mutate({ isOn: true })
    await alice.api.merchant.changeAssistantAccess.mutate({ isOn: false })
  })

  expect(noted).toMatchObject([
    {
      action: 'merchant.updated',
      actor: `user:${alice.id}`,
      before: { assistantAccess: true },
      after: { assistantAccess: false },
    },
  ])
})

test('staff read the setting and cannot change it, and other input is refused', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)

  await expect(
    bob.api.merchant.changeAssistantAccess.mutate({ isOn: false }),
  ).rejects.toMatchObject({ data: { reason: 'owner_only' } })
  for (const bad of [{ isOn: 'no' }, { isOn: null }, {}, { isOn: true, url: 'x' }]) {
    await expect(
      alice.api.merchant.changeAssistantAccess.mutate(bad as { isOn: boolean }),
    ).rejects.toMatchObject({ data: { code: 'invalid' } })
  }

  expect(await bob.api.merchant.assistantAccess.query()).toEqual({ isOn: true, url })
})

test('a choice that cannot be recorded changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await app.db.schema.alterTable('audit_log').renameTo('hidden').execute()

  await expect(alice.api.merchant.changeAssistantAccess.mutate({ isOn: false })).rejects.toThrow()
  await app.db.schema.alterTable('hidden').renameTo('audit_log').execute()

  expect(await alice.api.merchant.assistantAccess.query()).toEqual({ isOn: true, url })
})
